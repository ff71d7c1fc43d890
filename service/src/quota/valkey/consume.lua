-- Decides one request of an account against both windows, or looks at them. The rules are those of decide.ts and
-- strikes.ts: test/properties/valkey-decisions.test.ts compares the two.
--
-- KEYS[1]       the account's hash; nothing else is touched
-- ARGV[1]       'consume' decides and counts, 'peek' counts nothing
-- ARGV[2], [3]  requests per minute and per day; -1 where only minutes are counted
-- ARGV[4]       the API key
-- ARGV[5]       the time in milliseconds; empty for the server's own
-- ARGV[6]       the run of the server: after a restart, what was kept may be old and is compared with a seed
-- ARGV[7..9]    a minute, and the late and the early refusals of the key in it that were decided without asking
-- ARGV[10..13]  the seed, if there is one: minute, requests in it, day, requests in it
--
-- Returns {status, requests in the minute, requests in the day, late refusals of the key in the minute, early ones,
-- first refusal of the refusing window, now}.

local PASSED, BY_MINUTE, BY_DAY, UNSEEDED = 0, 1, 2, 3
local MINUTE, DAY, GRACE = 60000, 86400000, 1000

local key = KEYS[1]
local counts = ARGV[1] == 'consume'
local per_minute, per_day = tonumber(ARGV[2]), tonumber(ARGV[3])
local late_field = 'strikes:' .. ARGV[4]
local early_field = late_field .. ':early'
local run = ARGV[6]

local time = redis.call('TIME')
local server_now = time[1] * 1000 + math.floor(time[2] / 1000)
local now = tonumber(ARGV[5]) or server_now
local minute, day = math.floor(now / MINUTE), math.floor(now / DAY)

local kept = redis.call('HMGET', key, 'run', 'minute', 'minuteUsed', 'day', 'dayUsed')
local kept_minute, kept_day = tonumber(kept[2]), tonumber(kept[4])
local minute_used = kept_minute == minute and tonumber(kept[3]) or 0
local day_used = kept_day == day and tonumber(kept[5]) or 0

local function keep()
  if kept[1] == run and kept_minute == minute and kept_day == day then
    redis.call('HSET', key, 'minuteUsed', minute_used, 'dayUsed', day_used)
    return
  end
  redis.call('HSET', key, 'run', run, 'minute', minute, 'minuteUsed', minute_used, 'day', day, 'dayUsed', day_used)
  -- Until the end of the next day, so that at midnight a counted account is not taken for an unknown one. Counted
  -- from the server's time: a time that was handed in may be any.
  if kept_day ~= day then redis.call('PEXPIREAT', key, server_now + (day + 2) * DAY - now) end
end

if kept[1] ~= run then
  if not ARGV[10] then return { UNSEEDED, 0, 0, 0, 0, 0, now } end
  if tonumber(ARGV[10]) == minute then minute_used = math.max(minute_used, tonumber(ARGV[11])) end
  if tonumber(ARGV[12]) == day then day_used = math.max(day_used, tonumber(ARGV[13])) end
  keep()
end

-- What belongs to another minute or day is forgotten by the first refusal of this one.
local function forget_old_refusals(refusals)
  if tonumber(refusals[1]) ~= minute then
    for _, field in ipairs(redis.call('HKEYS', key)) do
      if field:sub(1, 8) == 'strikes:' then redis.call('HDEL', key, field) end
    end
    redis.call('HDEL', key, 'refusedByMinuteAt')
    redis.call('HSET', key, 'refusalMinute', minute)
    refusals[2], refusals[5], refusals[6] = false, false, false
  end
  if tonumber(refusals[3]) ~= day then
    redis.call('HDEL', key, 'refusedByDayAt')
    redis.call('HSET', key, 'refusalDay', day)
    refusals[4] = false
  end
end

local function refuse(status)
  local refusals = redis.call('HMGET', key, 'refusalMinute', 'refusedByMinuteAt', 'refusalDay', 'refusedByDayAt', late_field, early_field)
  forget_old_refusals(refusals)
  local first = tonumber(refusals[status == BY_DAY and 4 or 2])
  local late, early = tonumber(refusals[5]) or 0, tonumber(refusals[6]) or 0
  if tonumber(ARGV[7]) == minute then late, early = late + tonumber(ARGV[8]), early + tonumber(ARGV[9]) end
  if not first then
    first = now
    redis.call('HSET', key, status == BY_DAY and 'refusedByDayAt' or 'refusedByMinuteAt', now)
  end
  if now - first > GRACE then late = late + 1 else early = early + 1 end
  redis.call('HSET', key, late_field, late, early_field, early)
  return { status, minute_used, day_used, late, early, first, now }
end

if counts then
  if per_day >= 0 and day_used >= per_day then return refuse(BY_DAY) end
  if minute_used >= per_minute then return refuse(BY_MINUTE) end
  minute_used, day_used = minute_used + 1, day_used + 1
  keep()
end

if tonumber(ARGV[7]) == minute and tonumber(redis.call('HGET', key, 'refusalMinute')) == minute then
  redis.call('HINCRBY', key, late_field, ARGV[8])
  redis.call('HINCRBY', key, early_field, ARGV[9])
end
return { PASSED, minute_used, day_used, 0, 0, 0, now }
