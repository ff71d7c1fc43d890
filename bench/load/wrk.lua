-- Takes the lines of the file in BENCH_PATHS in turn as paths, or those of the file in BENCH_KEYS as keys;
-- without either every request is for the URL and with the key of the command line.
-- With BENCH_BODY every request is a POST with that JSON. Its last line is what `load.ts` reads.

local paths, keys = os.getenv('BENCH_PATHS'), os.getenv('BENCH_KEYS')
if paths or keys then
  local lines, at, before, after = {}, 0, '', ''
  for line in io.lines(paths or keys) do
    lines[#lines + 1] = line
  end
  -- `wrk.format` takes longer than bare `node:http`, so it formats one request for all.
  function init()
    if keys then
      wrk.headers['Authorization'] = 'Bearer /LINE'
    end
    before, after = wrk.format(nil, paths and '/LINE' or nil):match('^(.-)/LINE(.*)$')
  end
  function request()
    at = at % #lines + 1
    return before .. lines[at] .. after
  end
end

local body = os.getenv('BENCH_BODY')
if body then
  wrk.method, wrk.body = 'POST', body
  wrk.headers['Content-Type'] = 'application/json'
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
