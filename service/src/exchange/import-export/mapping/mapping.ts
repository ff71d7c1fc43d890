import type { PetStatus } from '../../../catalogue/pets/pet.ts';
import type { MovementReason, MovementType, Region } from '../../../platform/database/column-values.ts';
import type { ImportedField } from '../imported-profile.ts';
import type { NeededColumn } from '../readers/row.ts';
import type { DateOrder } from '../values/dates.ts';

/** Where one field of a pet is read from. */
export interface FieldSource {
  /** The name of a column; empty for a constant. */
  readonly column: string;
  /** The text that every row has, in place of a column. */
  readonly constant?: string | undefined;
  /** The column that is read when `column` is empty. */
  readonly fallback?: string | undefined;
  /** Values whose rows are skipped, each with the reason. */
  readonly skip?: ReadonlyMap<string, string> | undefined;
  /** True if a file may lack the column. */
  readonly optional?: true | undefined;
}

/** A source whose values can be mapped to other values. */
export interface MappedSource<T> extends FieldSource {
  /** Maps the values of the column. Without it, the column contains the value of the field itself. */
  readonly values?: ReadonlyMap<string, T> | undefined;
}

/** The source of a profile field. Null means that the field is not set. */
export interface ProfileSource extends MappedSource<string | boolean | null> {
  readonly field: ImportedField;
  /** The currency of the amounts of `adoptionFee`. */
  readonly currency?: string | undefined;
}

/** The source of photos: the names of their files. */
export interface PhotosSource extends FieldSource {
  /** Separates the names; undefined if the column has at most one. */
  readonly separator?: string | undefined;
}

/** The sources of a movement that a row records. */
export interface MovementSources {
  readonly type: MappedSource<MovementType>;
  /** Undefined if all rows are stays in foster care. Null means that the row records no such movement. */
  readonly reason?: MappedSource<MovementReason | null> | undefined;
  readonly date: FieldSource;
  readonly endDate?: FieldSource | undefined;
  readonly region?: MappedSource<Region> | undefined;
  readonly note?: FieldSource | undefined;
}

interface ExportColumns {
  readonly store: FieldSource;
  readonly id: FieldSource;
  readonly origin: FieldSource;
  /** Whether name and reference are escaped for a spreadsheet. */
  readonly escaped: FieldSource;
}

/** Maps the columns of a file to the fields of a pet. The file format of mappings is in `mapping-file.ts`. */
export interface PetMapping {
  /** The columns of an export that identify a pet of a store. If set, `reference` is read only in rows of an export. */
  readonly exported?: ExportColumns | undefined;
  /** Identifies the animal in later imports. */
  readonly reference?: FieldSource | undefined;
  readonly name: FieldSource;
  readonly categoryId: MappedSource<bigint>;
  /** Null means no status. */
  readonly status?: MappedSource<PetStatus | null> | undefined;
  /** The sources of profile fields; undefined if there are none. */
  readonly profile?: readonly ProfileSource[] | undefined;
  readonly photos?: PhotosSource | undefined;
  /** The references of the animals that it goes together with; in an export, their ids in it. */
  readonly goesTogetherWith?: FieldSource | undefined;
  /** What each row records, in the order in which it happens; undefined if it records nothing. */
  readonly movements?: readonly MovementSources[] | undefined;
  /** The day of what a row records: of several rows of one animal, the newest counts. Default: the date of the last of `movements` that the row has, then `intakeDate`. */
  readonly rowDate?: FieldSource | undefined;
  /** The order of day and month in the dates of the file; by default the one that they prove. */
  readonly dateOrder?: DateOrder | undefined;
  /** The sheet of a workbook; by default the first that is not hidden. */
  readonly sheet?: string | undefined;
  /** The line with the names of the columns; by default the first that has those of the mapping. */
  readonly headerRow?: number | undefined;
}

/** The fields of a profile that are dates. */
export const DATE_FIELDS: readonly ImportedField[] = ['birthDate', 'intakeDate'];

/** Returns the sources of the date by which the rows of one animal are ordered. The first that a row has counts. */
export function rowDatesOf({ rowDate, movements = [], profile = [] }: PetMapping): readonly FieldSource[] {
  if (rowDate !== undefined) return [rowDate];
  if (movements.length > 0) return movements.map(({ date }) => date).toReversed();
  return profile.filter(({ field }) => field === 'intakeDate');
}

/** Returns true if rows record how animals came in, or how they left, and not only their stays in foster care. */
export function hasStays({ movements = [] }: Pick<PetMapping, 'movements'>): boolean {
  return movements.some(({ type }) => type.constant !== 'foster');
}

/** Returns true if the status of an animal follows from its movements. */
export function statusFollows({ movements, status }: Pick<PetMapping, 'movements' | 'status'>): boolean {
  return movements !== undefined && status === undefined;
}

/** Returns all sources of dates. */
export function dateSources({ rowDate, movements = [], profile = [] }: PetMapping): MappedSource<unknown>[] {
  const ofProfile = profile.filter(({ field }) => DATE_FIELDS.includes(field));
  const moved = movements.flatMap(({ date, endDate }) => [date, endDate]);
  const others = [rowDate, ...moved].flatMap((source) => source ?? []);
  return [...others, ...ofProfile].filter(({ column }) => column !== '');
}

/** The mapping of an export, which is the default. */
export const OWN_COLUMNS: PetMapping = {
  exported: {
    store: { column: 'store', optional: true },
    id: { column: 'id', optional: true },
    origin: { column: 'origin', optional: true },
    escaped: { column: 'escaped', optional: true },
  },
  reference: { column: 'reference', optional: true },
  name: { column: 'name' },
  categoryId: { column: 'categoryId' },
  status: { column: 'status', optional: true },
  goesTogetherWith: { column: 'goesTogetherWith', optional: true },
};

/** Returns the columns that an import with this mapping reads. */
export function neededColumns(mapping: PetMapping): NeededColumn[] {
  const { reference, name, categoryId, status, exported, profile = [], photos, rowDate } = mapping;
  const needed = new Map<string, NeededColumn>();
  for (const source of [
    name,
    categoryId,
    status,
    reference,
    exported?.store,
    exported?.id,
    exported?.origin,
    exported?.escaped,
    ...profile,
    photos,
    mapping.goesTogetherWith,
    ...(mapping.movements ?? []).flatMap((movement) =>
      Object.values<FieldSource | undefined>({ ...movement }),
    ),
    rowDate,
  ]) {
    if (source === undefined) continue;
    const optional = source.optional === true;
    for (const column of [source.column, source.fallback]) {
      if (column === undefined || column === '') continue;
      needed.set(column, { name: column, optional: optional && (needed.get(column)?.optional ?? true) });
    }
  }
  return [...needed.values()];
}
