#!lua flags=allow-oom
-- The intent stays: the call that failed may have left a message.
-- KEYS run, slots. ARGV name, nonce.
if redis.call('EXISTS', KEYS[1]) == 0 then return {'none'} end
if redis.call('HGET', KEYS[2], 'nonce:' .. ARGV[1]) == ARGV[2] then
  redis.call('HDEL', KEYS[2], 'nonce:' .. ARGV[1], 'until:' .. ARGV[1])
end
return {'ok'}
