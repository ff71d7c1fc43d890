-- Decides requests of an account against both windows, or reads the windows. The rules are those of fixed-window.ts
-- and strikes.ts: test/properties/valkey-decisions.test.ts compares the two implementations. script.ts calls this script
-- with the same names: script.test.ts compares them.
--
-- KEYS
--   account_key           the hash of the account; the script uses no other key
-- ARGV, in this order; an empty string stands for a value that is missing
--   mode                  'consume' decides and counts; 'peek' counts nothing; 'give back' takes back what was counted at given_now
--   count                 how many requests 'consume' counts, all or none, or 'give back' takes back
--   per_minute, per_day   requests allowed in each window; per_day is -1 if only minutes are counted
--   key_id                the API key
--   given_now             the time in Unix milliseconds; missing to use the server's clock
--   run_id                the run of the server; counts of an earlier run may be outdated
--   unreported_minute     the minute of the refusals below
--   unreported_late, unreported_early
--                         refusals of the API key that the process decided from its denial cache
--   stored_minute, stored_minute_used, stored_day, stored_day_used
--                         what the database has counted; missing in the first attempt
-- Reply, an array of integers in this order
--   status                0 admitted, 1 refused by the minute, 2 refused by the day; 3 unknown account: repeat it with stored_*
--   minute_used, day_used requests counted in each window
--   late, early           after a refusal, all refusals of the API key in this minute
--   first_refusal_at      after a refusal, the time of the first refusal by the same window
--   now                   the time of the decision
-- Fields of the hash
--   run                   the run of the server that wrote the counts
--   minute, minuteUsed, day, dayUsed
--                         each window and the requests counted in it
--   refusalMinute, refusedByMinuteAt, refusalDay, refusedByDayAt
--                         each window that refused a request, and the time of its first refusal
--   strikes:KEY_ID, strikes:KEY_ID:early
--                         late and early refusals of an API key in refusalMinute; processes of 1.0.0 use these names, too

local account_key = KEYS[1]
local mode, count, per_minute, per_day, key_id, given_now, run_id, unreported_minute, unreported_late, unreported_early, stored_minute, stored_minute_used, stored_day, stored_day_used = unpack(ARGV)

local ADMITTED, BY_MINUTE, BY_DAY, UNKNOWN_ACCOUNT = 0, 1, 2, 3
local MINUTE_MS, DAY_MS, GRACE_MS = 60000, 86400000, 1000

count, per_minute, per_day = tonumber(count), tonumber(per_minute), tonumber(per_day)
local late_field = 'strikes:' .. key_id
local early_field = late_field .. ':early'

local time = redis.call('TIME')
local server_now = time[1] * 1000 + math.floor(time[2] / 1000)
local now = tonumber(given_now) or server_now
local minute, day = math.floor(now / MINUTE_MS), math.floor(now / DAY_MS)
local has_unreported = tonumber(unreported_minute) == minute

local saved_run, saved_minute, saved_minute_used, saved_day, saved_day_used =
  unpack(redis.call('HMGET', account_key, 'run', 'minute', 'minuteUsed', 'day', 'dayUsed'))
saved_minute, saved_day = tonumber(saved_minute), tonumber(saved_day)
local minute_used = saved_minute == minute and tonumber(saved_minute_used) or 0
local day_used = saved_day == day and tonumber(saved_day_used) or 0

local function reply(status, late, early, first_refusal_at)
  return { status, minute_used, day_used, late, early, first_refusal_at, now }
end

local function save_counts()
  if saved_run == run_id and saved_minute == minute and saved_day == day then
    redis.call('HSET', account_key, 'minuteUsed', minute_used, 'dayUsed', day_used)
    return
  end
  redis.call('HSET', account_key, 'run', run_id, 'minute', minute, 'minuteUsed', minute_used, 'day', day, 'dayUsed', day_used)
  -- The hash expires at the end of the next day, so that no account becomes unknown at midnight. The expiry
  -- is relative to the server's clock, because given_now may be any time.
  if saved_day ~= day then
    redis.call('PEXPIREAT', account_key, server_now + (day + 2) * DAY_MS - now)
  end
end

local function delete_refusals()
  for _, field in ipairs(redis.call('HKEYS', account_key)) do
    if field:sub(1, 8) == 'strikes:' then redis.call('HDEL', account_key, field) end
  end
end

local function refuse(status)
  local refusal_minute, minute_refused_at, refusal_day, day_refused_at, late, early = unpack(redis.call(
    'HMGET', account_key, 'refusalMinute', 'refusedByMinuteAt', 'refusalDay', 'refusedByDayAt', late_field, early_field))
  if tonumber(refusal_minute) ~= minute then
    delete_refusals()
    redis.call('HDEL', account_key, 'refusedByMinuteAt')
    redis.call('HSET', account_key, 'refusalMinute', minute)
    minute_refused_at, late, early = false, false, false
  end
  if tonumber(refusal_day) ~= day then
    redis.call('HDEL', account_key, 'refusedByDayAt')
    redis.call('HSET', account_key, 'refusalDay', day)
    day_refused_at = false
  end
  late, early = tonumber(late) or 0, tonumber(early) or 0
  if has_unreported then late, early = late + unreported_late, early + unreported_early end

  local refused_at, refused_at_field = minute_refused_at, 'refusedByMinuteAt'
  if status == BY_DAY then refused_at, refused_at_field = day_refused_at, 'refusedByDayAt' end
  local first_refusal_at = tonumber(refused_at)
  if not first_refusal_at then
    first_refusal_at = now
    redis.call('HSET', account_key, refused_at_field, now)
  end
  if now - first_refusal_at > GRACE_MS then late = late + 1 else early = early + 1 end
  redis.call('HSET', account_key, late_field, late, early_field, early)
  return reply(status, late, early, first_refusal_at)
end

if saved_run ~= run_id then
  if stored_minute == '' then return reply(UNKNOWN_ACCOUNT, 0, 0, 0) end
  if tonumber(stored_minute) == minute then minute_used = math.max(minute_used, tonumber(stored_minute_used)) end
  if tonumber(stored_day) == day then day_used = math.max(day_used, tonumber(stored_day_used)) end
  save_counts()
end

if mode == 'consume' then
  if per_day >= 0 and day_used + count > per_day then return refuse(BY_DAY) end
  if minute_used + count > per_minute then return refuse(BY_MINUTE) end
  minute_used, day_used = minute_used + count, day_used + count
  save_counts()
end

if mode == 'give back' then
  if saved_minute == minute then
    minute_used = math.max(0, minute_used - count)
    redis.call('HSET', account_key, 'minuteUsed', minute_used)
  end
  if saved_day == day then
    day_used = math.max(0, day_used - count)
    redis.call('HSET', account_key, 'dayUsed', day_used)
  end
end

if has_unreported and tonumber(redis.call('HGET', account_key, 'refusalMinute')) == minute then
  redis.call('HINCRBY', account_key, late_field, unreported_late)
  redis.call('HINCRBY', account_key, early_field, unreported_early)
end
return reply(ADMITTED, 0, 0, 0)
