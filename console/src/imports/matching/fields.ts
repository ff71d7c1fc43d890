/** What a column can contain. The names are those of the mapping of an import. */
export const FIELDS = {
  name: { label: 'Name', headers: ['name', 'animal name', 'pet name', 'nombre'] },
  categoryId: {
    label: 'Kind of animal',
    headers: ['kind', 'type', 'animal type', 'species', 'category', 'especie', 'tipo'],
  },
  reference: {
    label: 'Your own number',
    headers: [
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
  },
  status: { label: 'Status', headers: ['status', 'outcome', 'outcome type', 'estado', 'petstore status'] },
  breed: { label: 'Breed', headers: ['breed', 'primary breed', 'raza'] },
  color: { label: 'Colour', headers: ['color', 'colour', 'primary color', 'colors'] },
  sex: { label: 'Sex', headers: ['sex', 'gender', 'sex upon outcome', 'sexo'] },
  size: { label: 'Size when grown up', headers: ['size', 'tamano'] },
  birthDate: {
    label: 'Date of birth',
    headers: ['date of birth', 'birth date', 'birthdate', 'dob', 'birthday', 'born', 'fecha de nacimiento'],
  },
  intakeDate: {
    label: 'Taken in on',
    headers: ['intake date', 'intake', 'arrived', 'date in', 'fecha de ingreso'],
  },
  description: { label: 'Description', headers: ['description', 'about', 'bio', 'notes', 'descripcion'] },
  location: { label: 'Location', headers: ['location', 'place', 'foster', 'ubicacion'] },
  specialNeeds: { label: 'Special needs', headers: ['special needs', 'medical'] },
  spayedNeutered: {
    label: 'Spayed or neutered',
    headers: ['spayed neutered', 'neutered', 'spayed', 'altered', 'fixed'],
  },
  houseTrained: { label: 'House-trained', headers: ['house trained'] },
  goodWithChildren: {
    label: 'Good with children',
    headers: ['good with children', 'good with kids', 'kids', 'children'],
  },
  goodWithDogs: { label: 'Good with dogs', headers: ['good with dogs', 'dogs'] },
  goodWithCats: { label: 'Good with cats', headers: ['good with cats', 'cats'] },
  contactUrl: { label: 'Contact address', headers: ['contact', 'contact url'] },
} as const satisfies Record<string, { label: string; headers: readonly string[] }>;

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
    const headers: readonly string[] = [plain(field), ...FIELDS[field].headers];
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
