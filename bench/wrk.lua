-- Takes the paths of the file in BENCH_PATHS in turn; without it every request is for the URL of the command line.
-- With BENCH_BODY every request is a POST with that JSON. Its last line is what `load.ts` reads.

local file = os.getenv('BENCH_PATHS')
if file then
  local paths, at, before, after = {}, 0, '', ''
  for line in io.lines(file) do
    paths[#paths + 1] = line
  end
  -- `wrk.format` takes longer than bare `node:http`, so it formats one request for all.
  function init()
    before, after = wrk.format(nil, '/PATH'):match('^(.-)/PATH(.*)$')
  end
  function request()
    at = at % #paths + 1
    return before .. paths[at] .. after
  end
end

local body = os.getenv('BENCH_BODY')
if body then
  wrk.method, wrk.body = 'POST', body
  wrk.headers['Content-Type'] = 'application/json'
end

function done(summary)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, errors.status, broken
  ))
end
