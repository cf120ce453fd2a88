-- What several scripts need. It is put in front of each of them.

-- Redis' own time in ms. The only clock that leases, claims and decisions know.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- A number as digits: Lua itself would write a time as 1.7e+12.
local function digits(number)
  return string.format('%.0f', number)
end

-- Run, gates and slots, as flat lists of field and value, and the time. As one text: the
-- client reads that several times faster than a reply of some dozen strings.
local function record(run, gates, slots)
  return cjson.encode({
    redis.call('HGETALL', run), redis.call('HGETALL', gates), redis.call('HGETALL', slots),
    digits(clock()),
  })
end

-- Whether these owner and fence are the ones that may write now.
local function drives(run, owner, fence)
  local now = redis.call('HMGET', run, 'owner', 'fence')
  return now[1] == owner and now[2] == fence
end

-- Whatever belongs to a finished run goes when the run goes.
local function follow(run, key)
  local left = redis.call('PTTL', run)
  if left > 0 then redis.call('PEXPIRE', key, left) end
end

-- The index stays while any version of the run is active.
local function retire(index, ttl)
  if redis.call('HINCRBY', index, 'active', -1) <= 0 then redis.call('PEXPIRE', index, ttl) end
end

-- The run has ended: nobody is asked any more, and all its keys get their end.
local function finish(run, gates, slots, index, ttl)
  for _, field in ipairs(redis.call('HKEYS', gates)) do
    if string.sub(field, 1, 6) == 'state:' then
      local state = redis.call('HGET', gates, field)
      if state == 'open' or state == 'decided' then
        redis.call('HSET', gates, field, 'closed')
      end
    end
  end
  for _, key in ipairs({run, gates, slots}) do redis.call('PEXPIRE', key, ttl) end
  retire(index, ttl)
end
