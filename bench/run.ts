import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type BenchRecord, requireTables, saveRecord } from './record.ts';
import { isReached, markdownTable, type ScenarioResult } from './report.ts';
import type { RunOptions, Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const USAGE = `npm run bench -- [SCENARIO…] [--quick] [--only TEXT] [--json FILE] [--record]

  SCENARIO          ${SCENARIOS.map(({ name }) => name).join(', ')};
                    without one all but ${SCENARIOS.filter(({ onlyByName }) => onlyByName).map(({ name }) => name)}, which takes long
  --quick           small sizes, a few seconds a scenario: shows that the scenarios run, judges nothing
  --only TEXT       of operations and other comparisons of throughput only those with this in their name
  --json FILE       writes the results to a file, too
  --record          writes the results of full runs to bench/results.json and into the tables of the documents

With BENCH_PROFILE=FOLDER the service writes CPU profiles there. The exit status is 1 if a full run misses a target.

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
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.record && (values.quick || values.only !== undefined)) {
    throw new Error('--record needs full runs: leave out --quick and --only');
  }
  const chosen = chosenScenarios(positionals);
  if (values.record) requireTables(chosen.map(({ name }) => name));
  const options: RunOptions = {
    isQuick: values.quick,
    only: values.only,
  };
  const results: ScenarioResult[] = [];
  for (const { name, run } of chosen) {
    process.stderr.write(`${name} …\n`);
    for (const result of await run(options)) results.push({ scenario: name, ...result });
  }
  if (results.length === 0) throw new Error(`nothing was measured: no name has "${values.only}" in it`);
  const isJudged = !options.isQuick;
  console.log(`\nNode ${process.version}. Judge by the results: the figures change with the machine.\n`);
  console.log(markdownTable(results, isJudged));
  const report = { node: process.version, isJudged, results };
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  if (values.record) saveRecord(recordedRuns(results));
  return isJudged && results.some((result) => isReached(result) === false) ? 1 : 0;
}

function recordedRuns(results: readonly ScenarioResult[]): BenchRecord {
  const [date, node] = [new Date().toISOString().slice(0, 10), process.versions.node];
  const runs = Object.entries(Object.groupBy(results, ({ scenario }) => scenario));
  return Object.fromEntries(
    runs.map(([name, all = []]) => [
      name,
      { date, node, results: all.map(({ scenario: _scenario, ...result }) => result) },
    ]),
  );
}

function chosenScenarios(names: readonly string[]): Scenario[] {
  if (names.length === 0) return SCENARIOS.filter(({ onlyByName }) => !onlyByName);
  return names.map((wanted) => {
    const scenario = SCENARIOS.find(({ name }) => name === wanted);
    if (scenario === undefined) throw new Error(`there is no scenario ${wanted}; --help lists them`);
    return scenario;
  });
}
