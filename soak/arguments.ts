import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export const USAGE = `npm run soak -- [--minutes N] [--seed N]

  --minutes N  how long, 10 by default; 0.5 is half a minute
  --seed N     the seed of an earlier run: everybody does the same again, and the same goes wrong in the same order

Clients of every kind use \`petstore serve\` on a new embedded store while it is killed, stopped, locked and cut off. At the end
the store is compared with what the clients were told. Ctrl-C ends it sooner, with the same comparison. The exit status
is 0 if everything is right and 1 if not.
`;

export interface SoakArguments {
  minutes: number;
  seed: number;
}

const LARGEST_SEED = 2 ** 31 - 1;

/**
 * Undefined where only help was asked for.
 *
 * @throws {TypeError} that says in one line what is wrong.
 */
export function readArguments(args: readonly string[]): SoakArguments | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: { minutes: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return undefined;
  const minutes = Number(values.minutes ?? 10);
  if (!(minutes > 0 && minutes <= 24 * 60)) {
    throw new TypeError(`--minutes is ${values.minutes}: write a number above 0, at most ${24 * 60}`);
  }
  const seed = Number(values.seed ?? randomInt(LARGEST_SEED));
  if (values.seed === '' || !Number.isInteger(seed) || seed < 0 || seed > LARGEST_SEED) {
    throw new TypeError(`--seed is ${values.seed}: write a whole number from 0 to ${LARGEST_SEED}`);
  }
  return { minutes, seed };
}
