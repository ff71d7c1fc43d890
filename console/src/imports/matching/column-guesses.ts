/** What a column can contain, and the headers from which it is guessed. The names are those of the mapping of an import. */
const FIELDS = {
  name: ['name', 'animal name', 'pet name', 'nombre'],
  categoryId: ['kind', 'type', 'animal type', 'species', 'category', 'especie', 'tipo'],
  reference: [
    'id',
    'animal id',
    'number',
    'no',
    'animal number',
    'reference',
    'ref',
    'shelter id',
    'code',
    'numero',
  ],
  status: ['status', 'outcome', 'outcome type', 'estado', 'petstore status'],
  breed: ['breed', 'primary breed', 'raza'],
  color: ['color', 'colour', 'primary color', 'colors'],
  sex: ['sex', 'gender', 'sex upon outcome', 'sexo'],
  size: ['size', 'tamano'],
  birthDate: ['date of birth', 'birth date', 'birthdate', 'dob', 'birthday', 'born', 'fecha de nacimiento'],
  intakeDate: ['intake date', 'intake', 'arrived', 'date in', 'fecha de ingreso'],
  description: ['description', 'about', 'bio', 'notes', 'descripcion'],
  location: ['location', 'place', 'foster', 'ubicacion'],
  specialNeeds: ['special needs', 'medical'],
  spayedNeutered: ['spayed neutered', 'neutered', 'spayed', 'altered', 'fixed'],
  houseTrained: ['house trained'],
  goodWithChildren: ['good with children', 'good with kids', 'kids', 'children'],
  goodWithDogs: ['good with dogs', 'dogs'],
  goodWithCats: ['good with cats', 'cats'],
  contactUrl: ['contact', 'contact url'],
} as const satisfies Record<string, readonly string[]>;

export type Field = keyof typeof FIELDS;

export const FIELD_NAMES = Object.keys(FIELDS) as readonly Field[]; // the keys of a constant

/** The column of each field. */
export type Columns = Readonly<Partial<Record<Field, string>>>;

/** An export of a Petstore needs no mapping: the service recognises its animals. */
export function isExport(columns: readonly string[]): boolean {
  return ['name', 'categoryId', 'store', 'origin'].every((column) => columns.includes(column));
}

/** Guesses the columns by their headers. Each column has one field at most. */
export function guessColumns(columns: readonly string[]): Columns {
  const guesses: Partial<Record<Field, string>> = {};
  for (const field of FIELD_NAMES) {
    const taken = Object.values(guesses);
    const headers: readonly string[] = [plain(field), ...FIELDS[field]];
    const column = headers.flatMap((header) => columns.filter((one) => plain(one) === header))[0];
    if (column !== undefined && !taken.includes(column)) guesses[field] = column;
  }
  return guesses;
}

/** Returns a text in lower case, without accents and with single spaces between words. */
export function plain(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
