import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadTool } from './load/load.ts';
import { type Line, table } from './report.ts';
import type { Row } from './row.ts';
import { clientSize } from './rows/client-size.ts';
import { create } from './rows/create.ts';
import { growth } from './rows/growth.ts';
import { importRows } from './rows/import.ts';
import { listDepth } from './rows/list-depth.ts';
import { listFirst } from './rows/list-first.ts';
import { listRandom } from './rows/list-random.ts';
import { outages } from './rows/outages.ts';
import { overload } from './rows/overload.ts';
import { peers } from './rows/peers.ts';
import { quota } from './rows/quota.ts';
import { scaleOut } from './rows/scale-out.ts';
import { start } from './rows/start.ts';
import { DEEP_PETS, FULL, QUICK, type Sizes } from './sizes.ts';

const ROWS: readonly Row[] = [
  listFirst,
  listRandom,
  listDepth,
  create,
  quota,
  start,
  importRows,
  peers,
  growth,
  scaleOut,
  outages,
  overload,
  // The last: its bundler sets NODE_ENV, which the processes of a row after it would inherit.
  clientSize,
];

const USAGE = `npm run bench -- [ROW…] [--quick] [--deep] [--rows N] [--out FOLDER] [--profile FOLDER]

  ROW               ${ROWS.map(({ name }) => name).join(', ')}; without one all
                    but ${ROWS.filter(({ onlyByName }) => onlyByName).map(({ name }) => name)}, which takes long
  --quick           small sizes, a few seconds a row: shows that the rows run, not how fast the service is
  --deep            list-depth with ${DEEP_PETS.toLocaleString('en')} pets
  --rows N          import so many rows
  --out FOLDER      growth writes its plots and their figures there
  --profile FOLDER  the service writes CPU profiles there while it is under load
`;

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      deep: { type: 'boolean', default: false },
      rows: { type: 'string' },
      out: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const sizes = sizesOf(values);
  const lines: Array<Line & { row: string }> = [];
  for (const row of chosenRows(positionals)) {
    process.stderr.write(`${row.name} …\n`);
    for (const line of await row.measure(sizes)) lines.push({ row: row.name, ...line });
  }
  console.log(
    `\nNode ${process.version}, load by ${loadTool}. Judge by the results: the figures change with the machine.\n`,
  );
  console.log(table(lines, !sizes.quick));
  return 0;
}

function chosenRows(names: readonly string[]): readonly Row[] {
  const unknown = names.find((name) => !ROWS.some((row) => row.name === name));
  if (unknown !== undefined) throw new Error(`there is no row ${unknown}\n\n${USAGE}`);
  if (names.length > 0) return ROWS.filter(({ name }) => names.includes(name));
  return ROWS.filter(({ onlyByName }) => !onlyByName);
}

interface Flags {
  quick: boolean;
  deep: boolean;
  rows?: string | undefined;
  out?: string | undefined;
  profile?: string | undefined;
}

function sizesOf({ quick, deep, rows, out, profile }: Flags): Sizes {
  const sizes = quick ? QUICK : FULL;
  return {
    ...sizes,
    depthPets: deep ? { ...sizes.depthPets, large: DEEP_PETS } : sizes.depthPets,
    importRows: rows === undefined ? sizes.importRows : wholeNumber('--rows', rows),
    profileFolder: madeFolder(profile),
    outFolder: madeFolder(out),
  };
}

function madeFolder(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  mkdirSync(path, { recursive: true });
  return resolve(path);
}

function wholeNumber(flag: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`${flag} is ${text}: write a whole number above 0`);
}
