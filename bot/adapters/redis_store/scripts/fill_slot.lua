#!lua
-- Note what is shown, if the claim still stands.
-- KEYS run, slots. ARGV name, nonce, ts or nothing, digest, rev.
-- Gives the run's rev, the ms that it is kept (negative: for good), and the ts of the slot now.
local run, slots, name = KEYS[1], KEYS[2], ARGV[1]
local newest = redis.call('HGET', run, 'rev')
if not newest then return {'none'} end
if redis.call('HGET', slots, 'nonce:' .. name) == ARGV[2] then
  redis.call('HDEL', slots, 'nonce:' .. name, 'until:' .. name, 'intent:' .. name, 'ts:' .. name)
  redis.call('HSET', slots, 'digest:' .. name, ARGV[4], 'rev:' .. name, ARGV[5],
    'shown:' .. name, digits(clock()))
  if ARGV[3] ~= '' then redis.call('HSET', slots, 'ts:' .. name, ARGV[3]) end
  follow(run, slots)
end
return {'ok', newest, redis.call('PTTL', run), redis.call('HGET', slots, 'ts:' .. name)}
