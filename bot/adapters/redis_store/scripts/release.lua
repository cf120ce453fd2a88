#!lua flags=allow-oom
-- KEYS run. ARGV owner, fence, rev. Gives 1 when the caller is not the driver any more.
local run = KEYS[1]
if not drives(run, ARGV[1], ARGV[2]) then return 1 end
if redis.call('HGET', run, 'rev') ~= ARGV[3] then return 0 end
redis.call('HDEL', run, 'owner', 'until')
return 1
