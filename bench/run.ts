import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { requireWrk } from './load/wrk.ts';
import { isReached, markdownTable, type ScenarioResult } from './report.ts';
import type { RunOptions, Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const USAGE = `npm run bench -- [SCENARIO…] [--quick] [--only TEXT] [--json FILE] [--out FOLDER] [--profile FOLDER]

  SCENARIO          ${SCENARIOS.map(({ name }) => name).join(', ')};
                    without one all but ${SCENARIOS.filter(({ onlyByName }) => onlyByName).map(({ name }) => name)}, which takes long
  --quick           small sizes, a few seconds a scenario: shows that the scenarios run, judges nothing
  --only TEXT       of operations and other comparisons of throughput only those with this in their name
  --json FILE       writes the results to a file, too
  --out FOLDER      growth writes its plot there
  --profile FOLDER  the service writes CPU profiles of the load there

The exit status is 1 if a full run misses a target.

${SCENARIOS.map(({ name, measures, baseline }) => `  ${name}: ${measures}\n    against ${baseline}`).join('\n')}
`;

try {
  process.exitCode = await main();
} catch (error) {
  // Node explains an unknown option in more than one sentence.
  const [message] = error instanceof Error ? error.message.split(/\. |\n/, 1) : [error];
  console.error(`bench: ${message}`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
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
  const options: Omit<RunOptions, 'only'> = {
    isQuick: values.quick,
    outFolder: madeFolder(values.out),
    profileFolder: madeFolder(values.profile),
  };
  if (chosen.some(({ scenario }) => scenario.usesWrk)) requireWrk();
  const results: ScenarioResult[] = [];
  for (const { scenario, only = values.only } of chosen) {
    process.stderr.write(`${scenario.name} …\n`);
    for (const result of await scenario.run({ ...options, only }))
      results.push({ scenario: scenario.name, ...result });
  }
  if (results.length === 0) throw new Error(`nothing was measured: no name has "${values.only}" in it`);
  const isJudged = !options.isQuick;
  console.log(`\nNode ${process.version}. Judge by the results: the figures change with the machine.\n`);
  console.log(markdownTable(results, isJudged));
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

/** Returns the scenarios in their order; for a former name with the part that it stands for. */
function chosenScenarios(names: readonly string[]): Array<{ scenario: Scenario; only?: string | undefined }> {
  if (names.length === 0)
    return SCENARIOS.filter(({ onlyByName }) => !onlyByName).map((scenario) => ({ scenario }));
  return names.map((wanted) => {
    const isNamed = ({ name, aliases = {} }: Scenario) => name === wanted || Object.hasOwn(aliases, wanted);
    const scenario = SCENARIOS.find(isNamed);
    if (scenario === undefined) throw new Error(`there is no scenario ${wanted}; --help lists them`);
    return { scenario, only: scenario.aliases?.[wanted] };
  });
}

function madeFolder(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  mkdirSync(path, { recursive: true });
  return resolve(path);
}
