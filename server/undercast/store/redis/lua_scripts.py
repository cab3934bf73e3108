"""The Lua scripts, which Redis runs atomically: all changes of a room's log.

A script with several changes begins with one that a full Redis refuses, so it does all or nothing.
Its first lines name its KEYS and ARGV.
"""

_KEEP = """
local function keep(log, checkpoints, games, version, from)
  local link, room = ARGV[from], ARGV[from + 1]
  local most, game = tonumber(ARGV[from + 2]), ARGV[from + 3]
  local entry = redis.call('XRANGE', log, version .. '-0', version .. '-0')[1]
  if entry and entry[2][4] == link then
    redis.call('HSET', checkpoints, version, link .. room)
  end
  local kept = redis.call('HKEYS', checkpoints)
  table.sort(kept, function(a, b) return tonumber(a) > tonumber(b) end)
  for n = most + 1, #kept do redis.call('HDEL', checkpoints, kept[n]) end
  redis.call('HDEL', games, game)
  for n = from + 4, #ARGV, 2 do redis.call('HSET', games, ARGV[n], ARGV[n + 1]) end
end
"""
"""Link, room, how many checkpoints, the present game's number, then numbers and records."""

_WHERE = """
local function at(entry) return tonumber(string.match(entry[1], '^(%d+)')) end
local function is_there(room)
  local found = redis.call('HMGET', room, 'origin', 'expired')
  return found[1] and not found[2]
end
local function last_of(log) return redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1] end
"""

BEGIN = """
local log, room = KEYS[1], KEYS[2]
local origin, link, at, entry = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local known = redis.call('HGET', room, 'origin')
if known == origin then return 'there' end
if known or redis.call('EXISTS', log) == 1 then return 'taken' end
redis.call('HSET', room, 'origin', origin, 'version', 1, 'at', at, 'link', link)
redis.call('XADD', log, '1-0', 'e', entry, 'l', link)
return 'done'
"""

APPEND = (
    _KEEP
    + _WHERE
    + """
local log, room, checkpoints, games, here = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local code, version, before, link = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local when, entry, dealt, channel, me = ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]
local last = last_of(log)
if not last or not is_there(room) then return 'gone' end
if at(last) == version and last[2][4] == link then return 'done' end
if at(last) >= version then return 'outdated' end
if at(last) < version - 1 or last[2][4] ~= before then return 'replaced' end
local elsewhere = redis.call('HLEN', here) > redis.call('HEXISTS', here, me)
if not redis.call('XADD', log, 'NOMKSTREAM', version .. '-0', 'e', entry, 'l', link) then
  return 'gone'
end
redis.call('HSET', room, 'version', version, 'at', when, 'link', link)
if dealt == '1' then redis.call('HSET', room, 'dealt', 1) end
if #ARGV > 9 then keep(log, checkpoints, games, version, 10) end
if elsewhere then redis.call('PUBLISH', channel, code .. ' ' .. version) end
return 'done'
"""
)
"""Append an entry after exactly the previous one. Idempotent. Notifies other processes that have
the room in memory.
"""

GO_ON = (
    _KEEP
    + _WHERE
    + """
local log, room, checkpoints, games, aside = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local code, version, before, link = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local when, entry, channel = ARGV[5], ARGV[6], ARGV[7]
local last = last_of(log)
if not last or not is_there(room) then return 'gone' end
if at(last) == version and last[2][4] == link then return 'done' end
if redis.call('HEXISTS', room, 'set_aside') == 0 then
  return at(last) >= version - 1 and 'outdated' or 'replaced'
end
local prior = (version - 1) .. '-0'
local found = redis.call('XRANGE', log, prior, prior)[1]
if not found or found[2][4] ~= before then return 'replaced' end
if redis.call('EXISTS', aside) == 1 then return redis.error_reply('it was put aside before') end
local earlier = redis.call('HGET', room, 'put_aside')
redis.call('HSET', room, 'put_aside', (earlier and earlier .. ' ' or '') .. version)
redis.call('RENAME', log, aside)
local from, page = '-'
repeat
  page = redis.call('XRANGE', aside, from, prior, 'COUNT', 500)
  for _, line in ipairs(page) do
    redis.call('XADD', log, line[1], unpack(line[2]))
    from = '(' .. line[1]
  end
until #page < 500
for _, kept in ipairs(redis.call('HKEYS', checkpoints)) do
  if tonumber(kept) >= version then redis.call('HDEL', checkpoints, kept) end
end
redis.call('XADD', log, version .. '-0', 'e', entry, 'l', link)
redis.call('HDEL', room, 'set_aside')
redis.call('HSET', room, 'version', version, 'at', when, 'link', link, 'seen', 0)
keep(log, checkpoints, games, version, 8)
redis.call('PUBLISH', channel, code .. ' ' .. version)
return 'done'
"""
)
"""Move the whole log aside; continue with an entry after the last readable one."""

KEEP = (
    _KEEP
    + _WHERE
    + """
if is_there(KEYS[2]) then keep(KEYS[1], KEYS[3], KEYS[4], ARGV[1], 2) end
"""
)

SET_ASIDE = """
if redis.call('HEXISTS', KEYS[1], 'origin') == 0 then return end
if ARGV[1] == '' then redis.call('HDEL', KEYS[1], 'set_aside')
else redis.call('HSET', KEYS[1], 'set_aside', ARGV[1]) end
"""

LATEST = (
    _WHERE
    + """
local last = last_of(KEYS[1])
if not last or not is_there(KEYS[2]) then return false end
local noted = redis.call('HMGET', KEYS[2], 'at', 'set_aside')
return {at(last), tonumber(noted[1]), noted[2]}
"""
)
"""Returns version, time, and why the log is unreadable."""

PAGE = """
local after, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local from = after == 0 and '-' or after .. '-0'
local version = redis.call('HGET', KEYS[2], 'version')
return {tonumber(version or 0) or 0, redis.call('XRANGE', KEYS[1], from, '+', 'COUNT', most + 1)}
"""
"""Returns the version that the log should reach, and the entries from `after` on, inclusive."""

CHECKPOINT = """
local latest = 0
for _, kept in ipairs(redis.call('HKEYS', KEYS[2])) do
  local version = tonumber(kept)
  if version < tonumber(ARGV[1]) and version > latest then latest = version end
end
if latest == 0 then return false end
local entry = redis.call('XRANGE', KEYS[1], latest .. '-0', latest .. '-0')[1]
return {latest, entry and entry[2][4] or '', redis.call('HGET', KEYS[2], latest)}
"""
"""The latest checkpoint before a version: its version, the log's link there, and its bytes."""

RESERVE = """
local known = redis.call('GET', KEYS[1])
if known and known ~= ARGV[2] then return known end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
return ARGV[1]
"""
"""Let an origin open a code, if it opened none, or only the given other one."""

REMOVE_UNUSED = """
local room, log, before = KEYS[1], KEYS[2], tonumber(ARGV[1])
local found = redis.call('HMGET', room,
  'origin', 'at', 'dealt', 'expired', 'put_aside', 'permanent')
if not found[1] or found[3] or found[4] or found[6] then return false end
if tonumber(found[2]) >= before then return false end
if redis.call('EXISTS', KEYS[3]) == 1 then return false end
redis.call('DEL', room, log, KEYS[4], KEYS[5])
return {found[1], found[5] or ''}
"""
"""Delete an empty room without a game or recent entry. Returns its origin, and the versions from
which its logs were moved aside."""
