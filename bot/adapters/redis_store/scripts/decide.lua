#!lua
-- The first answer wins. The same answer again (a repeated call) has won as well.
-- KEYS run, gates, slots. ARGV gate key, decision, how often rows must have been chosen ('': any).
local run, gates, slots = unpack(KEYS)
local key, decision = ARGV[1], ARGV[2]
if redis.call('HGET', run, 'state') ~= 'active' then return {0, record(run, gates, slots)} end
if redis.call('HGET', gates, 'decision:' .. key) == decision then
  return {1, record(run, gates, slots)}
end
if redis.call('HGET', gates, 'state:' .. key) ~= 'open'
  or (ARGV[3] ~= '' and (redis.call('HGET', gates, 'chosen:' .. key) or '0') ~= ARGV[3]) then
  return {0, record(run, gates, slots)}
end
redis.call('HSET', gates, 'state:' .. key, 'decided', 'decision:' .. key, decision,
  'at:' .. key, digits(clock()))
redis.call('HDEL', gates, 'problem:' .. key)
redis.call('HINCRBY', run, 'rev', 1)
return {1, record(run, gates, slots)}
