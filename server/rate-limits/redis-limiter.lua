-- The decisions about requests of one key that came together, one after the other, as one step: ban, both windows,
-- strikes. What they hold to is in ban.ts and window.ts.
-- KEYS  1 the counters of an account or address, 2 the strikes of the key, 3 where a version is that is read by the way,
--       or nothing.
-- ARGV  1 the time in ms ('' for the clock of Redis), 2 the number of requests, 0 to look only,
--       3 the id of the key ('' for an address), 4 and 5 the ban that the process knows of: after how many ms it ends
--       ('' for none) and its level, then limit and length of each window.
-- The numbers of BAN are set in front of this text.

local OPENED, USED = { 'opened1', 'opened2' }, { 'used1', 'used2' }

local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local count, keyId, windowCount = tonumber(ARGV[2]), ARGV[3], (#ARGV - 5) / 2
local state = redis.call('HMGET', KEYS[1], 'until' .. keyId, 'level' .. keyId, 'since', 'opened1', 'used1', 'opened2', 'used2')

-- Keys outlive what they hold by a little, and are never cut short.
local function keepFor(ms)
  if redis.call('PTTL', KEYS[1]) < ms then redis.call('PEXPIRE', KEYS[1], ms + 60000) end
end

-- A clock that was set back makes nothing last longer than it is long.
local function notLater(field, value, latest)
  if value and value > latest then
    redis.call('HSET', KEYS[1], field, latest)
    return latest
  end
  return value
end

local banUntil, banLevel = tonumber(state[1]), tonumber(state[2])
banUntil = notLater('until' .. keyId, banUntil, now + BAN.max) or 0
local known = tonumber(ARGV[4])
-- The process knows its ban by its own clock: only another ban is much later.
if known and now + known > banUntil + 1000 then banUntil, banLevel = now + known, tonumber(ARGV[5]) end

local opened, used, room, lastReset = {}, {}, count, now
for i = 1, windowCount do
  local limit, length = tonumber(ARGV[4 + 2 * i]), tonumber(ARGV[5 + 2 * i])
  opened[i], used[i] = tonumber(state[2 + 2 * i]), tonumber(state[3 + 2 * i])
  opened[i] = notLater(OPENED[i], opened[i], now)
  if not opened[i] or now - opened[i] >= length then opened[i], used[i] = nil, 0 end
  room = math.max(0, math.min(room, limit - used[i]))
  lastReset = math.max(lastReset, (opened[i] or now) + length)
end

-- The first `allowed` got in, the next `refused` did not, and all others met the ban.
local function verdict(allowed, refused, isNewBan)
  local banEnd = banUntil > now and banUntil or 0
  local version = KEYS[3] and redis.call('GET', KEYS[3])
  return { allowed, refused, isNewBan, now, banEnd, banLevel or 0, used[1], opened[1] or 0, used[2] or 0, opened[2] or 0, version }
end

if banUntil > now or count == 0 then return verdict(0, 0, 0) end

local since = notLater('since', tonumber(state[3]), now)
if room > 0 then
  local isOpening = false
  for i = 1, windowCount do
    used[i] = used[i] + room
    if opened[i] then
      redis.call('HINCRBY', KEYS[1], USED[i], room)
    else
      isOpening, opened[i] = true, now
      redis.call('HSET', KEYS[1], OPENED[i], now, USED[i], room)
    end
  end
  if since then
    redis.call('HDEL', KEYS[1], 'since')
    since = nil
  end
  if isOpening then keepFor(lastReset - now) end
end

local refused = count - room
if refused == 0 then return verdict(room, 0, 0) end
if not since then
  redis.call('HSET', KEYS[1], 'since', now)
  keepFor(lastReset - now)
  return verdict(room, refused, 0)
end
if keyId == '' or now - since <= BAN.grace then return verdict(room, refused, 0) end

for strike = 1, refused do
  redis.call('LPUSH', KEYS[2], now)
  local oldest = tonumber(redis.call('LINDEX', KEYS[2], BAN.strikes) or nil)
  if oldest and now - oldest < BAN.strikeWindow then
    redis.call('DEL', KEYS[2])
    banLevel = (banLevel and now - banUntil < BAN.memory) and banLevel + 1 or 1
    banUntil = now + math.min(BAN.max, BAN.first * 2 ^ math.min(banLevel - 1, 40))
    redis.call('HSET', KEYS[1], 'until' .. keyId, banUntil, 'level' .. keyId, banLevel)
    keepFor(banUntil - now + BAN.memory)
    return verdict(0, strike, 1)
  end
end
redis.call('LTRIM', KEYS[2], 0, BAN.strikes)
redis.call('PEXPIRE', KEYS[2], BAN.strikeWindow)
return verdict(0, refused, 0)
