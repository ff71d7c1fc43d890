import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessColumns } from './column-guesses.ts';
import { guessMovements } from './movement-guesses.ts';

function guess(...names: string[]) {
  const { movements, columns } = guessMovements(names, guessColumns(names));
  const { name: _, categoryId: __, reference: ___, ...others } = columns;
  return [movements.map((one) => Object.values(one).join(' ')), others];
}

test('guesses a reason together with its day, and only with a number of the animal', () => {
  assert.deepEqual(guess('animal_id', 'name', 'outcome_type', 'datetime'), [
    ['outcome outcome_type datetime'],
    {},
  ]);
  assert.deepEqual(guess('animal_id', 'intake_type', 'datetime'), [
    ['intake intake_type datetime'],
    { intakeDate: 'datetime' },
  ]);
  assert.deepEqual(
    guess('Nummer', 'Status', 'Aufnahmegrund', 'Aufnahmedatum', 'Abgangsart', 'Abgangsdatum'),
    [
      ['intake Aufnahmegrund Aufnahmedatum', 'outcome Abgangsart Abgangsdatum'],
      { status: 'Status', intakeDate: 'Aufnahmedatum' },
    ],
  );
  assert.deepEqual(guess('name', 'outcome_type', 'datetime'), [
    [],
    { status: 'outcome_type', rowDate: 'datetime' },
  ]);
  assert.deepEqual(guess('id', 'outcome_type'), [[], { status: 'outcome_type' }]);
});

test('guesses the days of foster care, of which the end may be missing, and not the place', () => {
  assert.deepEqual(guess('id', 'intake_type', 'intake date', 'Foster', 'Foster Start', 'Foster End'), [
    ['intake intake_type intake date', 'foster Foster Start Foster End'],
    { intakeDate: 'intake date', location: 'Foster' },
  ]);
  for (const [number, header] of [
    ['número', 'En acogida desde'],
    ['numéro', 'En famille d’accueil depuis'],
    ['Nummer', 'Pflegestelle seit'],
  ] as const)
    assert.deepEqual(guess(number, 'status', header), [[`foster ${header}`], { status: 'status' }], header);
  assert.deepEqual(guess('status', 'foster start'), [[], { status: 'status' }]);
});
