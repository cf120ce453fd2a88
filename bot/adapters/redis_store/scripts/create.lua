#!lua
-- Record a new run, if the index still is what the caller saw.
-- KEYS index, run. ARGV latest as seen, run id, trigger field, its value as seen, fields...
local index, run = KEYS[1], KEYS[2]
local latest = redis.call('HGET', index, 'latest') or ''
local known = redis.call('HGET', index, ARGV[3]) or ''
if latest ~= ARGV[1] or known ~= ARGV[4] then return {'changed'} end
if redis.call('EXISTS', run) == 1 then return {'taken'} end
redis.call('HSET', index, 'latest', ARGV[2], ARGV[3], ARGV[2])
redis.call('HINCRBY', index, 'active', 1)
redis.call('PERSIST', index)
redis.call('HSET', run, 'rev', 1, 'fence', 0, unpack(ARGV, 5))
return {'ok'}
