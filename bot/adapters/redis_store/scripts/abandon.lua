#!lua flags=allow-oom
-- KEYS run. ARGV owner, fence, 1 to take the started drive back.
local run = KEYS[1]
if not drives(run, ARGV[1], ARGV[2]) then return 0 end
redis.call('HDEL', run, 'owner', 'until')
if ARGV[3] == '1' and tonumber(redis.call('HGET', run, 'starts') or 0) > 0 then
  redis.call('HINCRBY', run, 'starts', -1)
  redis.call('HINCRBY', run, 'rev', 1)
end
return 1
