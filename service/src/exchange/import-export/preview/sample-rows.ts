import { definedFields, type WholeProfile } from '../../../catalogue/listings/profile.ts';
import { nameInFile } from '../mapping/bond-mapping.ts';
import type { ImportedMovement } from '../mapping/movement-mapping.ts';
import type { MappedRow } from '../mapping/row-validation.ts';
import { describeFault } from '../readers/row.ts';

/** The rows that a preview shows. */
export const MAX_SAMPLE_ROWS = 10;

type SampleMovement = Pick<ImportedMovement, 'type' | 'reason' | 'date'>;

/** One of the first rows, as an import understands it. */
export interface SampleRow {
  /** The line of the file, or the row of the sheet. */
  readonly row: number;
  /** The animal; absent if the row is not imported. */
  readonly pet?: {
    readonly name: string;
    /** Digits, because few clients keep all digits of a number. */
    readonly categoryId: string;
    readonly status: string | null;
    readonly reference: string | null;
    readonly profile: WholeProfile;
    /** What the row records. */
    readonly movements?: readonly SampleMovement[];
    /** The numbers of the animals that it goes together with, as the file has them. */
    readonly goesTogetherWith?: readonly string[];
  };
  /** Why the row is left out. */
  readonly skipped?: string;
  /** What is wrong with it. */
  readonly faults?: readonly string[];
}

export function sampleRow(row: number, mapped: MappedRow): SampleRow {
  if (mapped.kind === 'skip') return { row, skipped: mapped.reason };
  if (mapped.kind === 'failed') return { row, faults: mapped.faults.map(describeFault) };
  const { pet, reference, profile = {}, movements, goesTogetherWith = [] } = mapped;
  const { name, categoryId, status } = pet;
  return {
    row,
    pet: {
      name,
      categoryId: String(categoryId),
      status,
      reference,
      profile: definedFields(profile),
      ...(movements && { movements: movements.map(({ type, reason, date }) => ({ type, reason, date })) }),
      ...(goesTogetherWith.length > 0 && { goesTogetherWith: goesTogetherWith.map(nameInFile) }),
    },
  };
}
