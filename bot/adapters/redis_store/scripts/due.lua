#!lua flags=no-writes
-- KEYS due. ARGV offset, count. Gives the time and the run ids, longest due first.
local now = digits(clock())
return {now, redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', ARGV[1], ARGV[2])}
