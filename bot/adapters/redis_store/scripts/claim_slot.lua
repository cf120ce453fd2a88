#!lua
-- Become the one who writes a slot. An intent without ts is somebody's message that may exist.
-- KEYS run, slots. ARGV name, nonce, ms. Gives the ts, the intent, whether that is left over,
-- and digest and rev of what is shown.
local run, slots, name, nonce = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
if redis.call('EXISTS', run) == 0 then return {'none'} end
local now = clock()
local seen = redis.call('HMGET', slots, 'nonce:' .. name, 'until:' .. name, 'ts:' .. name,
  'intent:' .. name, 'digest:' .. name, 'rev:' .. name)
if seen[1] and seen[1] ~= nonce and tonumber(seen[2]) > now then return {'busy'} end
local ts, intent = seen[3], seen[4] or nonce
if not ts then redis.call('HSET', slots, 'intent:' .. name, intent) end
redis.call('HSET', slots, 'nonce:' .. name, nonce, 'until:' .. name, digits(now + ARGV[3]))
follow(run, slots)
return {'ok', ts, intent, (not ts and intent ~= nonce) and 1 or 0, seen[5], seen[6]}
