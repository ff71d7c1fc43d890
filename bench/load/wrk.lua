-- Sends the load that `wrk.ts` describes in the environment:
--   BENCH_METHOD, BENCH_BODY  one request again and again
--   BENCH_REQUESTS            a file of requests (method, path and body, one a line), in turn; BENCH_FIRST is the first
--   BENCH_KEYS                a file of API keys, in turn
--   BENCH_PAUSE_MS            the pause between a response and the next request
-- The last line that it prints is what `wrk.ts` reads.

local body, pause = os.getenv('BENCH_BODY'), tonumber(os.getenv('BENCH_PAUSE_MS'))
local requests, keys = os.getenv('BENCH_REQUESTS'), os.getenv('BENCH_KEYS')

wrk.method, wrk.body = os.getenv('BENCH_METHOD'), body
if body then
  wrk.headers['Content-Type'] = 'application/json'
end

if pause then
  function delay()
    return pause
  end
end

if requests or keys then
  local lines, at, before, after = {}, tonumber(os.getenv('BENCH_FIRST') or 0), '', ''
  local others = {}
  for line in io.lines(requests or keys) do
    local method, path, json = line:match('^(%u+) (%S+) (.*)$')
    lines[#lines + 1] = path or line
    if method and method ~= 'GET' then
      others[#lines] = { method, path, json ~= '' and json or nil }
    end
  end
  -- `wrk.format` takes longer than bare `node:http`, so it formats one GET for all.
  function init()
    if keys then
      wrk.headers['Authorization'] = 'Bearer /LINE'
    end
    before, after = wrk.format('GET', requests and '/LINE' or nil):match('^(.-)/LINE(.*)$')
    if requests then
      wrk.headers['Content-Type'] = 'application/json'
    end
  end
  function request()
    at = at % #lines + 1
    local other = others[at]
    if other then
      return wrk.format(other[1], other[2], nil, other[3])
    end
    return before .. lines[at] .. after
  end
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"refused":%d,"broken":%d,"p50Ms":%.3f,"p95Ms":%.3f,"p99Ms":%.3f}\n',
    summary.requests, summary.duration / 1e6, errors.status, broken,
    latency:percentile(50) / 1e3, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3
  ))
end
