import { readArguments, type SoakArguments, USAGE } from './arguments.ts';
import { soak } from './soak.ts';

const WRONG_USAGE = 2;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  let wanted: SoakArguments | undefined;
  try {
    wanted = readArguments(args);
  } catch (error) {
    console.error(`soak: ${messageOf(error)}`);
    return WRONG_USAGE;
  }
  if (wanted === undefined) {
    console.log(USAGE);
    return 0;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The second time without a comparison; what was started does not outlive this process.
    process.on(signal, () => (stop.signal.aborted ? process.exit(1) : stop.abort()));
  }
  const { minutes, seed } = wanted;
  console.log(`Soaking for ${minutes} minutes; --seed ${seed} does the same again. Ctrl-C ends it sooner.`);
  try {
    return (await soak(wanted, stop.signal)) ? 0 : 1;
  } catch (error) {
    console.error(`soak: ${messageOf(error)}`);
    return 1;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
