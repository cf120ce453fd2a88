#!lua
-- Look at a run again at a later time, unless it was touched within the grace.
-- KEYS due. ARGV run id, grace in ms, time.
local score, now = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or 0), clock()
if score > now - ARGV[2] and score <= now then return 0 end
return redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
