import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CommandResult, runCommand } from '@petstore/testing/commands.ts';
import { type Scope, temporaryFolder } from '@petstore/testing/folders.ts';

const MAPPING = `{
  "reference": {"column": "id"},
  "name": {"column": "name"},
  "categoryId": {"column": "kind", "values": {"Dog": 1, "Cat": 2, "Bird": 3}},
  "status": {"column": "status"}
}`;

/** Imports rows of id, name, kind and status with the command; the account `default` must exist. */
export async function importRows(
  t: Scope,
  store: string,
  rows: string,
  env: Record<string, string> = {},
): Promise<CommandResult> {
  const folder = await temporaryFolder(t);
  const [file, mapping] = [join(folder, 'pets.csv'), join(folder, 'mapping.json')];
  await writeFile(file, `id,name,kind,status\n${rows}`);
  await writeFile(mapping, MAPPING);
  const result = await runCommand(store, ['pets', 'import', file, '--mapping', mapping], env);
  assert.deepEqual([result.status, result.err], [0, '']);
  return result;
}
