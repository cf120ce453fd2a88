#!lua flags=allow-oom
-- An ended run needs no address for private lines any more; it lets anybody write who reads it.
-- Gives what an ended run leaves outside its slot: channel, ts of its root message, ms it is kept.
-- KEYS run, slots.
local seen = redis.call('HMGET', KEYS[1], 'state', 'channel')
if not seen[1] or seen[1] == 'active' then return {'none'} end
redis.call('HDEL', KEYS[1], 'response_url')
local ts = redis.call('HGET', KEYS[2], 'ts:root')
if not ts then return {'none'} end
return {'ok', seen[2], ts, redis.call('PTTL', KEYS[1])}
