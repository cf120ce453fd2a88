#!lua
-- The same request again (a repeated call or delivery) has won as well.
-- KEYS run, gates, slots, index. ARGV who, what tells this request from others, ms that the
-- record is kept.
local run, gates, slots, index = unpack(KEYS)
if redis.call('HGET', run, 'cancel_for') == ARGV[2] then return {1, record(run, gates, slots)} end
if redis.call('HGET', run, 'state') ~= 'active' then return {0, record(run, gates, slots)} end
redis.call('HSET', run, 'state', 'cancelled', 'ended_by', ARGV[1], 'ended_at', digits(clock()),
  'cancel_for', ARGV[2])
redis.call('HDEL', run, 'owner', 'until', 'retry_by')
redis.call('HINCRBY', run, 'fence', 1)
redis.call('HINCRBY', run, 'rev', 1)
finish(run, gates, slots, index, ARGV[3])
return {1, record(run, gates, slots)}
