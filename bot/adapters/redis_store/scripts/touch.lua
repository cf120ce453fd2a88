#!lua
-- Somebody should look at this run from now on. Gives the time.
-- KEYS due. ARGV run id.
local now = digits(clock())
redis.call('ZADD', KEYS[1], now, ARGV[1])
return now
