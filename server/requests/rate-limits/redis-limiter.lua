-- The decisions about requests of one key that came together, one after the other, as one step: ban, windows, strikes.
-- What they hold to is in ban.ts and window.ts.
-- KEYS  1 the counters of an account, of its publishable keys, or of an address, 2 the strikes of the key, or the windows
--       of a visitor of a publishable key, 3 what else is the key's own: its windows and the time in which it is refused,
--       4 and 5 the windows of the /56 and the /48 of an IPv6 address or visitor, 6 and 7 where it is read what is new, by
--       the way, or nothing.
-- ARGV  1 the time in ms ('' for the clock of Redis), 2 the number of requests, 0 to look only,
--       3 the id of the key that may be banned ('' for an address or a publishable key), 4 and 5 the ban that the process
--       knows of: after how many ms it ends ('' for none) and its level, 6 and 7 what a request counts as, and how much of
--       that was counted before, 8 since when something is new;
--       then of each window: which of KEYS it is in, 1 for the minute, 2 for the day, its limit, its length in ms, and of
--       a window that the process knows to be open when it was opened and what was used of it, '' otherwise.
-- The numbers of BAN are set in front of this text.

local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local count, keyId = tonumber(ARGV[2]), ARGV[3]
local total, paid = tonumber(ARGV[6]), tonumber(ARGV[7])
local windowCount = (#ARGV - 8) / 6

-- Keys outlive what they hold by a little, and are never cut short.
local function keepFor(key, ms)
  if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, ms + 60000) end
end

-- A clock that was set back makes nothing last longer than it is long.
local function notLater(key, field, value, latest)
  if value and value > latest then
    redis.call('HSET', key, field, latest)
    return latest
  end
  return value
end

local state = redis.call('HMGET', KEYS[1], 'opened1', 'used1', 'opened2', 'used2', 'until' .. keyId, 'level' .. keyId)
local stored = { [KEYS[1]] = state }

local banUntil, banLevel = tonumber(state[5]), tonumber(state[6])
banUntil = notLater(KEYS[1], 'until' .. keyId, banUntil, now + BAN.max) or 0
local known = tonumber(ARGV[4])
-- The process knows its ban by its own clock: only another ban is much later.
if known and now + known > banUntil + 1000 then banUntil, banLevel = now + known, tonumber(ARGV[5]) end

local windows, room, limits, isRestored = {}, count, '', 0
for i = 1, windowCount do
  local at = 3 + 6 * i
  local key = KEYS[tonumber(ARGV[at])]
  local slot, limit, length = ARGV[at + 1], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local knownOpened, knownUsed = tonumber(ARGV[at + 4]), tonumber(ARGV[at + 5])
  stored[key] = stored[key] or redis.call('HMGET', key, 'opened1', 'used1', 'opened2', 'used2')
  local opened, used = tonumber(stored[key][2 * slot - 1]), tonumber(stored[key][2 * slot])
  opened = notLater(key, 'opened' .. slot, opened, now)
  if not opened or now - opened >= length then opened, used = nil, 0 end
  -- What Redis has lost goes on from what the process knows. A window that was opened since has none of it.
  if knownOpened and knownOpened <= now and now - knownOpened < length then
    local has = opened and opened <= knownOpened and (opened < knownOpened or used >= knownUsed)
    if not has then
      if opened and opened > knownOpened then knownUsed = knownUsed + used end
      opened, used, isRestored = knownOpened, knownUsed, 1
      redis.call('HSET', key, 'opened' .. slot, opened, 'used' .. slot, used)
      keepFor(key, opened + length - now)
    end
  end
  -- The whole of a window at most, so that no request is too large for ever.
  local share = math.max(0, math.min(total, limit) - paid)
  local left = math.max(0, limit - used)
  if share > 0 then room = math.min(room, math.floor(left / share)) end
  limits = limits .. ' ' .. limit
  windows[i] = { key = key, slot = slot, limit = limit, length = length, opened = opened, used = used, share = share }
end

-- The first `allowed` got in, the next `refused` did not, and all others met the ban.
local function decision(allowed, refused, isNewBan)
  local banEnd = banUntil > now and banUntil or 0
  local news = KEYS[6] and newsSince(KEYS[6], KEYS[7], ARGV[8])
  local reply = { allowed, refused, isNewBan, now, banEnd, banLevel or 0, news or false, isRestored }
  for i, window in ipairs(windows) do
    reply[7 + 2 * i], reply[8 + 2 * i] = window.used, window.opened or 0
  end
  return reply
end

if banUntil > now or count == 0 then return decision(0, 0, 0) end

for _, window in ipairs(windows) do
  local taken = room * window.share
  if taken > 0 then
    window.used = window.used + taken
    if window.opened then
      redis.call('HINCRBY', window.key, 'used' .. window.slot, taken)
    else
      window.opened = now
      redis.call('HSET', window.key, 'opened' .. window.slot, now, 'used' .. window.slot, taken)
      keepFor(window.key, window.length)
    end
  end
end

local refused = count - room
if refused == 0 or keyId == '' then return decision(room, refused, 0) end

-- The key is refused from its first 429 until the wait is over that the last one asked for.
local waitUntil = now
for _, window in ipairs(windows) do
  if math.max(0, window.limit - window.used) < window.share then
    waitUntil = math.max(waitUntil, (window.opened or now) + window.length)
  end
end
local time = redis.call('HMGET', KEYS[3], 'since', 'wait', 'limits')
local since, wait = notLater(KEYS[3], 'since', tonumber(time[1]), now), tonumber(time[2])
if not since or now >= wait or time[3] ~= limits then
  redis.call('HSET', KEYS[3], 'since', now, 'wait', waitUntil, 'limits', limits)
  keepFor(KEYS[3], waitUntil - now)
  return decision(room, refused, 0)
end
redis.call('HSET', KEYS[3], 'wait', waitUntil)
keepFor(KEYS[3], waitUntil - now)
if now - since <= BAN.grace then return decision(room, refused, 0) end

for strike = 1, refused do
  redis.call('LPUSH', KEYS[2], now)
  local oldest = tonumber(redis.call('LINDEX', KEYS[2], BAN.strikes) or nil)
  if oldest and now - oldest < BAN.strikeWindow then
    redis.call('DEL', KEYS[2])
    banLevel = (banLevel and now - banUntil < BAN.memory) and banLevel + 1 or 1
    banUntil = now + math.min(BAN.max, BAN.first * 2 ^ math.min(banLevel - 1, 40))
    redis.call('HSET', KEYS[1], 'until' .. keyId, banUntil, 'level' .. keyId, banLevel)
    keepFor(KEYS[1], banUntil - now + BAN.memory)
    return decision(room, strike, 1)
  end
end
redis.call('LTRIM', KEYS[2], 0, BAN.strikes)
redis.call('PEXPIRE', KEYS[2], BAN.strikeWindow)
return decision(room, refused, 0)
