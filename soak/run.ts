import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { MAX_WORKERS } from '../service/src/platform/config/config.ts';
import { soak } from './soak.ts';

const USAGE = `npm run soak -- [--minutes N] [--seed N] [--workers N]

  --minutes N  how long, 10 by default; 0.5 is half a minute
  --seed N     repeats the choices of an earlier run, and the order of its faults
  --workers N  how many threads serve, 1 by default

Clients of every kind use \`petstore serve\` on a new embedded store while it is killed, stopped, locked and disconnected.
At the end the store is compared with the history of the clients. Ctrl-C ends the run sooner, with the same comparison.
The exit status is 0 if every promise was kept, else 1.
`;

const MAX_MINUTES = 24 * 60;
const MAX_SEED = 2 ** 31 - 1;

try {
  process.exitCode = await main();
} catch (error) {
  const [message] = error instanceof Error ? error.message.split('\n', 1) : [error];
  console.error(`soak: ${message}`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      workers: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const minutes = Number(values.minutes ?? 10);
  if (!(minutes > 0 && minutes <= MAX_MINUTES)) {
    throw new Error(`--minutes must be a number above 0 and at most ${MAX_MINUTES}; got "${values.minutes}"`);
  }
  const seed = Number(values.seed ?? randomInt(MAX_SEED));
  if (values.seed === '' || !Number.isInteger(seed) || seed < 0 || seed > MAX_SEED) {
    throw new Error(`--seed must be an integer between 0 and ${MAX_SEED}; got "${values.seed}"`);
  }
  const workers = Number(values.workers ?? 1);
  if (!Number.isInteger(workers) || workers < 1 || workers > MAX_WORKERS) {
    throw new Error(`--workers must be an integer between 1 and ${MAX_WORKERS}; got "${values.workers}"`);
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The second signal ends the run without a comparison.
    process.on(signal, () => (stop.signal.aborted ? process.exit(1) : stop.abort()));
  }
  console.log(`${minutes} minutes; --seed ${seed} repeats the run. Ctrl-C ends it sooner.`);
  return (await soak({ minutes, seed, workers }, stop.signal)) ? 0 : 1;
}
