#!lua
-- KEYS run. ARGV owner, ms.
local run, owner = KEYS[1], ARGV[1]
local now, seen = clock(), redis.call('HMGET', run, 'state', 'owner', 'until')
if not seen[1] then return {'none'} end
if seen[1] ~= 'active' then return {'fenced'} end
if seen[2] and seen[2] ~= owner and tonumber(seen[3]) > now then return {'held', seen[3]} end
redis.call('HSET', run, 'owner', owner, 'until', digits(now + ARGV[2]))
return {'ok', redis.call('HINCRBY', run, 'fence', 1)}
