#!lua flags=allow-oom
-- Take a run off the list, unless it was touched within the grace: an operation that has
-- written here may still be on its way to the record.
-- KEYS due. ARGV run id, grace in ms.
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score or tonumber(score) > clock() - ARGV[2] then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
