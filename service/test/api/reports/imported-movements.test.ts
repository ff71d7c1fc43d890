import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readAll } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/** Imports the outcomes of a real shelter, then intakes of the same animals, and compares the report with a count by another program. */

const EXAMPLES = fileURLToPath(new URL('../../../../examples/', import.meta.url));
const ROWS = 300;
const MAPPING = join(EXAMPLES, 'austin-outcomes.mapping.json');
const DAYS_IN_CARE = 10;

/** Counts the rows by month, kind and outcome from the file alone. */
const COUNT = `
import collections, csv, json, sys
mapping = json.load(open(sys.argv[2]))["movement"]["reason"]["values"]
counts = collections.Counter()
for row in csv.DictReader(open(sys.argv[1], encoding="utf-8-sig")):
    counts[row["datetime"][:7], row["animal_type"], mapping[row["outcome_type"]]] += 1
print(json.dumps([[*key, count] for key, count in sorted(counts.items())]))
`;

interface Counted {
  service: TestService;
  key: string;
}

async function importFile(
  { service }: Counted,
  file: string,
  mapping: string,
): Promise<Record<string, unknown>> {
  const ran = await runCommand(service.store, ['pets', 'import', file, '--mapping', mapping, '--json']);
  assert.deepEqual([ran.status, ran.err], [0, '']);
  const { created, older, movementsAdded, movementsChanged, movementsUnchanged } = JSON.parse(ran.out);
  return { created, older, movementsAdded, movementsChanged, movementsUnchanged };
}

async function report({ service, key }: Counted): Promise<unknown> {
  const response = await service.send('/v1/reports/stays?from=2013-10&to=2018-02', { key });
  assert.equal(response.status, 200, response.text);
  return response.json;
}

function itemsAt(document: unknown, ...path: readonly string[]): Record<string, unknown>[] {
  const items = at(document, ...path);
  assert.ok(Array.isArray(items), path.join('.'));
  return items.map(membersOf);
}

function countsOf(json: unknown): unknown[] {
  const counts = itemsAt(json, 'months').flatMap(({ month, byCategory }) =>
    itemsAt(byCategory).flatMap(({ name, outcomesByReason }) =>
      Object.entries(membersOf(outcomesByReason)).map(([reason, count]) => [month, name, reason, count]),
    ),
  );
  return counts.map(String).sort();
}

/** The first rows of the shelter in Austin. */
async function outcomesIn(folder: string): Promise<string> {
  const lines = (await readFile(join(EXAMPLES, 'austin.csv'), 'utf8')).split('\n');
  const file = join(folder, 'outcomes.csv');
  await writeFile(file, lines.slice(0, ROWS + 1).join('\n'));
  return file;
}

/** Returns the same animals with an intake ten days before each outcome. */
async function intakesOf(outcomes: string, folder: string): Promise<{ file: string; mapping: string }> {
  const rows = itemsAt(parse(await readFile(outcomes), { bom: true, columns: true }));
  const intakes = rows.map(({ outcome_type: _, datetime, ...row }) => {
    const day = new Date(`${String(datetime).slice(0, 10)}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() - DAYS_IN_CARE);
    return { ...row, intake_type: 'Stray', datetime: `${day.toISOString().slice(0, 10)} 09:30:00` };
  });
  const file = join(folder, 'intakes.csv');
  await writeFile(file, stringify(intakes, { header: true }));
  const { movement, ...others } = membersOf(JSON.parse(await readFile(MAPPING, 'utf8')));
  assert.ok(movement);
  const mapping = join(folder, 'intakes.mapping.json');
  const intake = {
    type: { constant: 'intake' },
    reason: { column: 'intake_type', values: { Stray: 'stray' } },
    date: { column: 'datetime' },
  };
  await writeFile(mapping, JSON.stringify({ ...others, movement: intake }));
  return { file, mapping };
}

test('imported outcomes are counted as by another program, and are complete with a second file of intakes', async (t) => {
  const service = await startService(t);
  const create = ['accounts', 'create', 'default', '--plan', 'enterprise', '--role', 'manager', '--json'];
  const made = await runCommand(service.store, [...create, '--per-minute', '100000', '--per-day', '100000']);
  const counted = { service, key: String(at(JSON.parse(made.out), 'key', 'secret')) };
  const folder = await temporaryFolder(t);
  const outcomesFile = await outcomesIn(folder);
  const counting = execFileSync('python3', ['-c', COUNT, outcomesFile, MAPPING], { encoding: 'utf8' });
  const expected = JSON.parse(counting);
  const rows = expected.reduce(
    (sum: number, [, , , count]: [string, string, string, number]) => sum + count,
    0,
  );

  const first = await importFile(counted, outcomesFile, MAPPING);
  assert.deepEqual([first.movementsAdded, first.older], [rows, 0]);
  const outcomes = await report(counted);
  assert.deepEqual(countsOf(outcomes), expected.map(String).sort());
  // Outcomes without intakes are accepted and listed.
  assert.deepEqual(
    [at(outcomes, 'gaps', 'count'), itemsAt(outcomes, 'gaps', 'animals').length, at(outcomes, 'isBalanced')],
    [rows, 200, false],
  );
  const [adopted] = await readAll(service, counted.key, '/v1/pets?status=sold&limit=1');
  const movements = await readAll(service, counted.key, `/v1/pets/${at(adopted, 'id')}/movements`);
  assert.equal(at(movements[0], 'reason'), 'adoption', 'the status follows');

  const { file, mapping } = await intakesOf(outcomesFile, folder);
  const second = await importFile(counted, file, mapping);
  assert.deepEqual([second.created, second.movementsAdded], [0, rows]);
  const complete = await report(counted);
  assert.deepEqual(countsOf(complete), countsOf(outcomes));
  assert.deepEqual([at(complete, 'total', 'end'), at(complete, 'total', 'stays')], [0, rows]);
  assert.deepEqual([at(complete, 'gaps', 'count'), at(complete, 'isBalanced')], [0, true]);
  assert.equal(at(complete, 'total', 'medianDays'), DAYS_IN_CARE);
  assert.ok((await readAll(service, counted.key, '/v1/pets?status=sold')).length > 100);

  const again = await importFile(counted, outcomesFile, MAPPING);
  assert.deepEqual([again.movementsAdded, again.movementsUnchanged, again.movementsChanged], [0, rows, 0]);
  const doctor = await runCommand(service.store, ['doctor', '--json']);
  assert.match(doctor.out, /all stays follow from the movements/);
});
