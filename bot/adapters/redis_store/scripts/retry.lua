#!lua
-- The same request again (a repeated call or delivery) has won as well, whatever came of it.
-- KEYS run, gates, slots. ARGV who, what tells this request from others.
local run, gates, slots = unpack(KEYS)
if redis.call('HGET', run, 'retry_for') == ARGV[2] then return {1, record(run, gates, slots)} end
local now = redis.call('HMGET', run, 'state', 'retryable', 'retry_by')
if now[1] ~= 'active' or not now[2] or now[3] then return {0, record(run, gates, slots)} end
redis.call('HSET', run, 'retry_by', ARGV[1], 'retry_for', ARGV[2], 'starts', 0)
redis.call('HINCRBY', run, 'rev', 1)
return {1, record(run, gates, slots)}
