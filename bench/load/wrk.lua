-- Sends the requests of the file BENCH_REQUESTS in turn, after the first BENCH_SKIP. A NUL ends each request.
-- The last line that it prints is what `wrk.ts` reads.

function init()
  local requests, at = {}, tonumber(os.getenv('BENCH_SKIP'))
  for text in io.open(os.getenv('BENCH_REQUESTS'), 'rb'):read('*a'):gmatch('(%Z+)%z') do
    requests[#requests + 1] = text
  end
  if #requests == 1 then
    -- Without a function `request`, wrk formats one request and sends it without Lua.
    wrk.format = function()
      return requests[1]
    end
  else
    function request()
      at = at % #requests + 1
      return requests[at]
    end
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
