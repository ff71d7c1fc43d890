import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isReached, type Result, targetText, valueText } from './report.ts';

/** The last full run of each scenario whose figures stand in a document. `--record` writes it. */
export type BenchRecord = Readonly<Record<string, RecordedRun>>;

interface RecordedRun {
  /** The day of the run, such as 2026-11-25. */
  readonly date: string;
  readonly node: string;
  readonly results: readonly Result[];
}

const ROOT = join(import.meta.dirname, '..');
const RECORD = join(import.meta.dirname, 'results.json');
/** The documents with tables of the record, between two comments. */
export const DOCUMENTS = ['docs/performance.md', 'docs/reliability.md', 'docs/scaling.md'];
const TABLE = /(<!-- bench: ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/g;

export function readRecord(): BenchRecord {
  return JSON.parse(readFileSync(RECORD, 'utf8'));
}

export function readDocument(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

/** @throws {Error} if no document has a table for the figures of a scenario. */
export function requireTables(scenarios: readonly string[]): void {
  const known = DOCUMENTS.flatMap((name) => scenariosIn(readDocument(name)));
  const without = scenarios.find((scenario) => !known.includes(scenario));
  if (without !== undefined) throw new Error(`--record: no document has a table of ${without}`);
}

/** Replaces the recorded runs of these scenarios, and their tables in the documents. */
export function saveRecord(runs: BenchRecord): void {
  const record = { ...readRecord(), ...runs };
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  for (const name of DOCUMENTS) writeFileSync(join(ROOT, name), withTables(readDocument(name), record));
}

/** Returns the names of the scenarios whose tables are in a document. */
export function scenariosIn(text: string): string[] {
  return [...text.matchAll(TABLE)].map(([, , scenario = '']) => scenario);
}

/** Returns the document with each table as the record has it. */
export function withTables(text: string, record: BenchRecord): string {
  return text.replace(TABLE, (_all, begin: string, scenario: string, end: string) => {
    const run = record[scenario];
    if (run === undefined) throw new Error(`bench/results.json has no run of ${scenario}`);
    return `${begin}${tableOf(run)}\n${end}`;
  });
}

/** Leaves out a column that would be empty. */
function tableOf({ date, node, results }: RecordedRun): string {
  const columns: [title: string, cell: (result: Result) => string][] = [
    [`${date}, Node ${node}`, ({ what }) => what],
    ['target', targetText],
    ['result', (result) => `${valueText(result)}${isReached(result) === false ? ' (missed)' : ''}`],
    ['figures of the run', ({ figures = '' }) => figures],
  ];
  const used = columns.filter(([, cell]) => results.some((result) => cell(result) !== ''));
  const rows = [used.map(([title]) => title), used.map(() => '---')];
  for (const result of results) rows.push(used.map(([, cell]) => cell(result)));
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
