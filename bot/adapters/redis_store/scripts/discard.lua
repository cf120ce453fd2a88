#!lua
-- Forget a run that was never driven. The version before it is the newest again, if it is there.
-- KEYS run, gates, slots, index, run before. ARGV run id, run id before, trigger field,
-- ms that a finished record is kept.
local run, gates, slots, index, before = unpack(KEYS)
local fence = redis.call('HGET', run, 'fence')
if not fence then return {'none'} end
if fence ~= '0' or redis.call('HGET', run, 'state') ~= 'active' then return {'driven'} end
redis.call('DEL', run, gates, slots)
redis.call('HDEL', index, ARGV[3])
local active = redis.call('HINCRBY', index, 'active', -1)
if redis.call('HGET', index, 'latest') == ARGV[1] then
  if redis.call('EXISTS', before) == 1 then
    redis.call('HSET', index, 'latest', ARGV[2])
  elseif active <= 0 then
    redis.call('DEL', index)
  end
end
if active <= 0 then redis.call('PEXPIRE', index, ARGV[4]) end
return {'ok'}
