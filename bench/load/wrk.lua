-- Sends the requests of the file BENCH_REQUESTS in turn, after the first BENCH_SKIP. A NUL ends each request.
-- Each of several threads sends its share, so that no request is sent twice before all others.
-- The last line that it prints is what `wrk.ts` reads.

local threads = {}

function setup(thread)
  threads[#threads + 1] = thread
  thread:set('number', #threads)
end

function init()
  local requests, count = {}, tonumber(os.getenv('BENCH_THREADS'))
  at = tonumber(os.getenv('BENCH_SKIP')) + number - count
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
      at = at + count
      return requests[(at - 1) % #requests + 1]
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  local last = 0
  for _, thread in ipairs(threads) do
    last = math.max(last, thread:get('at'))
  end
  io.write(string.format(
    '\n{"requests":%d,"last":%d,"seconds":%.6f,"cpuSeconds":%.3f,"refused":%d,"broken":%d,"p50Ms":%.3f,"p95Ms":%.3f,"p99Ms":%.3f}\n',
    summary.requests, last, summary.duration / 1e6, os.clock(), errors.status, broken,
    latency:percentile(50) / 1e3, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3
  ))
end
