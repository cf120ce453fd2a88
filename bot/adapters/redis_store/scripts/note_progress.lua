#!lua
-- KEYS run. ARGV owner, fence, progress, usage.
local run = KEYS[1]
if not drives(run, ARGV[1], ARGV[2]) then return {'fenced'} end
redis.call('HSET', run, 'progress', ARGV[3], 'usage', ARGV[4])
return {'ok', redis.call('HINCRBY', run, 'rev', 1)}
