#!lua
-- Note what somebody wants with one row of an open question; the latest choice stands.
-- KEYS run, gates, slots. ARGV gate key, row, choice.
local run, gates, slots = unpack(KEYS)
local key, row, choice = ARGV[1], ARGV[2], ARGV[3]
if redis.call('HGET', run, 'state') ~= 'active'
  or redis.call('HGET', gates, 'state:' .. key) ~= 'open' then
  return {0, record(run, gates, slots)}
end
redis.call('HSET', gates, 'choice.' .. row .. ':' .. key, digits(clock()) .. ' ' .. choice)
redis.call('HINCRBY', gates, 'chosen:' .. key, 1)
redis.call('HINCRBY', run, 'rev', 1)
return {1, record(run, gates, slots)}
