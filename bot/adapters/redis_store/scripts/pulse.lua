#!lua flags=allow-oom
-- KEYS run. ARGV owner, fence, ms. Gives whether it holds, and the rev.
local run = KEYS[1]
local held = drives(run, ARGV[1], ARGV[2])
if held then redis.call('HSET', run, 'until', digits(clock() + ARGV[3])) end
return {held and 1 or 0, tonumber(redis.call('HGET', run, 'rev') or 0)}
