import type { ImportPreview } from '@petstore/client';
import { withLabel } from '../../texts/french.ts';
import { MOVEMENT_REASONS } from '../../texts/movement-reasons.ts';
import { fullDay, money } from '../../ui/local-text.ts';
import { ScrollingTable } from '../../ui/scrolling/scrolling-table.tsx';
import { FIELD_LABELS } from './field-names.ts';
import { choicesOf, FIELDS, type Field, isWordField, STATUS_CHOICES } from './fields.ts';
import { TEXTS } from './matching-texts.ts';

type SampleRow = ImportPreview['sample'][number];

/** The first rows of a file as the service understands them. */
export function Sample({ rows, kinds }: { rows: readonly SampleRow[]; kinds: ReadonlyMap<string, string> }) {
  if (rows.length === 0) return null;
  const { sampleColumns: names } = TEXTS;
  return (
    <div className="sample">
      <h3>{TEXTS.sample}</h3>
      <ScrollingTable label={TEXTS.sample}>
        <table>
          <thead>
            <tr>
              {Object.values(names).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <SampleLine key={row.row} row={row} kinds={kinds} />
            ))}
          </tbody>
        </table>
      </ScrollingTable>
    </div>
  );
}

function SampleLine({ row, kinds }: { row: SampleRow; kinds: ReadonlyMap<string, string> }) {
  const { pet, skipped, faults = [] } = row;
  if (pet === undefined) {
    return (
      <tr className="left-out">
        <td>{row.row}</td>
        <td colSpan={4}>{skipped === undefined ? faults.join('; ') : withLabel(TEXTS.leftOut, skipped)}</td>
      </tr>
    );
  }
  return (
    <tr>
      <td>{row.row}</td>
      <td>{pet.name}</td>
      <td>{kinds.get(pet.categoryId) ?? pet.categoryId}</td>
      <td>{STATUS_CHOICES.find(({ meaning }) => meaning === pet.status)?.label}</td>
      <td>{[...detailsOf(pet), ...(pet.movements ?? []).map(movementText)].join(' · ')}</td>
    </tr>
  );
}

function detailsOf({ profile, goesTogetherWith }: NonNullable<SampleRow['pet']>): string[] {
  const fee = profile.adoptionFee;
  const values: Readonly<Partial<Record<Field, unknown>>> = {
    ...profile,
    adoptionFee: fee && money(fee),
    goesTogetherWith: goesTogetherWith?.join(', '),
  };
  return FIELDS.flatMap((field) => {
    const value = values[field];
    return value === undefined || value === null
      ? []
      : [withLabel(FIELD_LABELS[field], textOf(field, value))];
  });
}

type SampleMovement = NonNullable<NonNullable<SampleRow['pet']>['movements']>[number];

function movementText({ type, reason, date }: SampleMovement): string {
  const names: Readonly<Record<string, Readonly<Record<string, string>>>> = MOVEMENT_REASONS;
  const name = type === 'foster' ? FIELD_LABELS.fosterDate : names[type]?.[reason ?? ''];
  return withLabel(name ?? type, fullDay(date));
}

function textOf(field: Field, value: unknown): string {
  if (field === 'birthDate' || field === 'intakeDate') return fullDay(String(value));
  if (isWordField(field))
    return choicesOf(field).find(({ meaning }) => meaning === value)?.label ?? String(value);
  return String(value);
}
