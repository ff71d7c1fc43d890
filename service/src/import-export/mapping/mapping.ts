import type { Profile } from '../../listings/profile.ts';
import type { PetStatus } from '../../pets/pet.ts';
import type { NeededColumn } from '../readers/row.ts';

/** The columns that one field of a pet is read from. */
export interface FieldSource {
  readonly column: string;
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
  readonly field: keyof Profile;
  /** The currency of the amounts of `adoptionFee`. */
  readonly currency?: string | undefined;
}

/** The source of photos: the names of their files. */
export interface PhotosSource extends FieldSource {
  /** Separates the names; undefined if the column has at most one. */
  readonly separator?: string | undefined;
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
};

/** Returns the columns that an import with this mapping reads. */
export function neededColumns(mapping: PetMapping): NeededColumn[] {
  const { reference, name, categoryId, status, exported, profile = [], photos } = mapping;
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
  ]) {
    if (source === undefined) continue;
    const optional = source.optional === true;
    for (const column of [source.column, source.fallback]) {
      if (column === undefined) continue;
      needed.set(column, { name: column, optional: optional && (needed.get(column)?.optional ?? true) });
    }
  }
  return [...needed.values()];
}
