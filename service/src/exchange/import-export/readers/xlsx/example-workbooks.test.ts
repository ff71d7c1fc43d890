// cspell:ignore Rexo Tomo
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { rowsOf } from '@petstore/testing/fixtures/workbooks/workbook.ts';

const FOLDER = join(import.meta.dirname, '../../../../../test/workbooks');
const HEADER = [1, ['id', 'name', 'kind', 'born']];
const FORMULA_HEADER = [1, ['id', 'name', 'kind', 'breed', 'notes']];

const EXAMPLES: Readonly<Record<string, unknown>> = {
  '1904': [HEADER, [2, ['A1', 'Rex', 'Dog', '2020-01-01']]],
  '1904-true': [HEADER, [2, ['A1', 'Rex', 'Dog', '2020-01-01']]],
  'impossible-date': [
    HEADER,
    [2, ['A1', 'Rex', 'Dog', '202001011200']],
    [3, ['A2', 'Max', 'Dog', '2020-01-01']],
  ],
  datetime: [
    [1, ['id', 'name', 'kind', 'intake']],
    [2, ['DT1', 'Rex', 'Dog', '2021-03-04T13:05:00']],
  ],
  'emoji-refs': [
    [1, ['id', 'name', 'kind']],
    [2, ['E0', 'Dec 🐶', 'Dog']],
    [3, ['E1', 'Hex 🐶', 'Dog']],
    [4, ['E2', 'Lit 🐶', 'Dog']],
    [5, ['E3', 'Acc é é', 'Dog']],
    [6, ['E4', 'Amp & < " \'', 'Dog']],
    [7, ['E5', 'CJKExtB 𠮷', 'Dog']],
  ],
  fees: [
    [1, ['id', 'name', 'kind', 'fee']],
    [2, ['A1', 'Rex', 'Dog', '149.97']],
    [3, ['A2', 'Max', 'Dog', '125']],
    [4, ['A3', 'Tom', 'Cat', '110']],
    [5, ['A4', 'Ivy', 'Cat', '3.3']],
    [6, ['A5', 'Oso', 'Cat', '0.5']],
  ],
  'hidden-first': [HEADER, [2, ['A1', 'Rex', 'Dog', '2020-01-01']]],
  'merged-kind': [
    [1, ['kind', 'id', 'name']],
    [2, ['Dog', 'A1', 'Rex']],
    [3, ['', 'A2', 'Max']],
    [4, ['Cat', 'A3', 'Tom']],
  ],
  'no-refs': [
    [1, ['id', 'name', 'kind']],
    [2, ['A1', 'Rex', 'Dog']],
  ],
  formula: [
    FORMULA_HEADER,
    [2, ['R1', 'Rexo', 'Dog', 'Beagle', 'Loves walks']],
    [3, ['R2', 'Tomo', 'Cat', 'Siamese', 'Shy']],
  ],
  'formula-errors': [
    FORMULA_HEADER,
    [2, ['R1', 'Rexo', 'Dog', '#REF!', '#REF!']],
    [3, ['R2', 'Tomo', 'Cat', '#REF!', '#REF!']],
  ],
  rich: [
    [1, ['id', 'name', 'kind', 'description']],
    [2, ['A1', 'Rex the dog', 'Dog', 'line one\nline two\ttab']],
    [3, ['A2', '  Tom  ', 'Cat', 'a_x000D_b and _x0041_ literal']],
  ],
};

test('reads workbooks that other programs wrote', async () => {
  for (const [name, rows] of Object.entries(EXAMPLES)) {
    // The first sheet of this one is hidden.
    const sheet = name === 'hidden-first' ? 1 : 0;
    assert.deepEqual(await rowsOf(await readFile(join(FOLDER, `${name}.xlsx`)), sheet), rows, name);
  }
});
