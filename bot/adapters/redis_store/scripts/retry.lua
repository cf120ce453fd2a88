#!lua
-- KEYS run, gates, slots. ARGV who.
local run, gates, slots = unpack(KEYS)
local now = redis.call('HMGET', run, 'state', 'retryable', 'retry_by')
if now[1] ~= 'active' or not now[2] or now[3] then return {0, record(run, gates, slots)} end
redis.call('HSET', run, 'retry_by', ARGV[1], 'starts', 0)
redis.call('HINCRBY', run, 'rev', 1)
return {1, record(run, gates, slots)}
