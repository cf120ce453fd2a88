#!lua
-- KEYS run. ARGV time, whether the starter was told.
if redis.call('EXISTS', KEYS[1]) == 0 then return {'none'} end
redis.call('HSET', KEYS[1], 'muted_until', ARGV[1], 'told', ARGV[2])
return {'ok'}
