-- What is new since the version `known`: that same version when nothing is; else the present version with the changes
-- since, the last one first, and alone when they are not known one by one; false when there is no version at all.
-- Each entry of the list names the version that it made and the one before it, so that a gap shows.

local function newsSince(versionKey, changesKey, known)
  local version = redis.call('GET', versionKey)
  if not version or version == known then return version end
  local news, expected, length = { version }, version, 0
  while length <= MAX_NEWS do
    local entry = redis.call('LINDEX', changesKey, #news - 1)
    local own, before, changes = string.match(entry or '', '^(%d+) (%d+) (.*)$')
    if own ~= expected then break end
    news[#news + 1] = changes
    if before == known then return news end
    expected, length = before, length + #changes
  end
  return { version }
end
