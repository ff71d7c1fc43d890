import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { requireWrk } from './load/wrk.ts';
import { isReached, type ScenarioResult, textTable } from './report.ts';
import type { RunOptions, Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const USAGE = `npm run bench -- [SCENARIO…] [--quick] [--deep] [--rows N] [--json FILE] [--out FOLDER] [--profile FOLDER]

  SCENARIO          ${SCENARIOS.map(({ name }) => name).join(', ')};
                    without one all but ${SCENARIOS.filter(({ onlyByName }) => onlyByName).map(({ name }) => name)}, which takes long
  --quick           small sizes, a few seconds a scenario: shows that the scenarios run, judges nothing
  --deep            list-depth with 10,000,000 pets
  --rows N          the number of rows for import
  --json FILE       writes the results to a file, too
  --out FOLDER      growth writes its plot there
  --profile FOLDER  the service writes CPU profiles of the load there

The exit status is 1 if a full run misses a target.

${SCENARIOS.map(({ name, measures, baseline }) => `  ${name}: ${measures}\n    against ${baseline}`).join('\n')}
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
      json: { type: 'string' },
      out: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const chosen = chosenScenarios(positionals);
  const options: RunOptions = {
    isQuick: values.quick,
    isDeep: values.deep,
    rows: values.rows === undefined ? undefined : positiveInteger('--rows', values.rows),
    outFolder: madeFolder(values.out),
    profileFolder: madeFolder(values.profile),
  };
  if (chosen.some(({ usesWrk }) => usesWrk)) requireWrk();
  const results: ScenarioResult[] = [];
  for (const { name, run } of chosen) {
    process.stderr.write(`${name} …\n`);
    for (const result of await run(options)) results.push({ scenario: name, ...result });
  }
  const isJudged = !options.isQuick;
  console.log(`\nNode ${process.version}. Judge by the results: the figures change with the machine.\n`);
  console.log(textTable(results, isJudged));
  if (values.json !== undefined) writeFileSync(values.json, jsonReport(results, isJudged));
  return isJudged && results.some((result) => isReached(result) === false) ? 1 : 0;
}

function jsonReport(results: readonly ScenarioResult[], isJudged: boolean): string {
  const judged = results.map((result) => ({
    ...result,
    isReached: isJudged ? isReached(result) : undefined,
  }));
  return `${JSON.stringify({ node: process.version, isJudged, results: judged }, null, 2)}\n`;
}

function chosenScenarios(names: readonly string[]): readonly Scenario[] {
  if (names.length === 0) return SCENARIOS.filter(({ onlyByName }) => !onlyByName);
  const isNamed = ({ name, alias }: Scenario, wanted: string) => name === wanted || alias === wanted;
  const unknown = names.find((wanted) => !SCENARIOS.some((scenario) => isNamed(scenario, wanted)));
  if (unknown !== undefined) throw new Error(`there is no scenario ${unknown}; --help lists them`);
  return SCENARIOS.filter((scenario) => names.some((wanted) => isNamed(scenario, wanted)));
}

function madeFolder(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  mkdirSync(path, { recursive: true });
  return resolve(path);
}

function positiveInteger(flag: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`${flag} must be an integer above 0; got "${text}"`);
}
