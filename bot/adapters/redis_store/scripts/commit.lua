#!lua
-- Write what the driver changed, all of it or nothing.
-- KEYS run, gates, slots, index.
-- ARGV owner, fence, rev, ms that a finished record is kept, then three counted lists:
-- field and value to set; field to delete; gate key, expected state, state, description,
-- problem, checkpoint.
local run, gates, slots, index = unpack(KEYS)
if not drives(run, ARGV[1], ARGV[2]) then return {'fenced'} end
if redis.call('HGET', run, 'rev') ~= ARGV[3] then return {'changed'} end
local was = redis.call('HGET', run, 'state')

local place = 5
local function list(width)
  local items, count = {}, tonumber(ARGV[place])
  for nth = 1, count do
    items[nth] = {unpack(ARGV, place + 1 + (nth - 1) * width, place + nth * width)}
  end
  place = place + 1 + count * width
  return items
end
local fresh, gone, changes = list(2), list(1), list(6)

for _, change in ipairs(changes) do
  if (redis.call('HGET', gates, 'state:' .. change[1]) or '') ~= change[2] then
    return {'changed'}
  end
end
for _, pair in ipairs(fresh) do redis.call('HSET', run, pair[1], pair[2]) end
for _, field in ipairs(gone) do redis.call('HDEL', run, field[1]) end
for _, change in ipairs(changes) do
  local key, state = change[1], change[3]
  redis.call('HSET', gates, 'state:' .. key, state, 'checkpoint:' .. key, change[6])
  if state == 'open' then
    redis.call('HSET', gates, 'about:' .. key, change[4])
    redis.call('HDEL', gates, 'decision:' .. key, 'at:' .. key)
  end
  if change[5] == '' then
    redis.call('HDEL', gates, 'problem:' .. key)
  else
    redis.call('HSET', gates, 'problem:' .. key, change[5])
  end
end
local rev = redis.call('HINCRBY', run, 'rev', 1)
if was == 'active' and redis.call('HGET', run, 'state') ~= 'active' then
  finish(run, gates, slots, index, ARGV[4])
end
follow(run, gates)
return {'ok', rev, redis.call('HGET', slots, 'ts:root')}
