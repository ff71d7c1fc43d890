import { plain } from '../values/words.ts';

/** The headers from which the field of a column is guessed, the most certain first, in the form that `plain` returns. */
const HEADERS = {
  name: ['name', 'animal name', 'pet name', 'nombre', 'nombre del animal', 'mascota'],
  categoryId: [
    'kind',
    'type',
    'animal type',
    'species',
    'category',
    'animal kind',
    'pet type',
    'especie',
    'tipo',
    'tipo de animal',
    'categoria',
    'clase',
  ],
  reference: [
    'id',
    'animal id',
    'animal number',
    'reference',
    'ref',
    'shelter id',
    'internal id',
    'pet id',
    'id number',
    'code',
    'number',
    'no',
    'nr',
    'tag',
    'tag number',
    'impound no',
    'impound number',
    'referencia',
    'codigo',
    'numero',
    'num',
    'id animal',
    'microchip',
    'microchip number',
    'microchip id',
    'chip',
    'chip number',
    'numero de chip',
  ],
  status: [
    'status',
    'animal status',
    'kennel status',
    'outcome',
    'outcome type',
    'adoption status',
    'current status',
    'estado',
    'estatus',
    'situacion',
    'petstore status',
  ],
  breed: ['breed', 'primary breed', 'animal breed', 'breed name', 'raza', 'raza principal'],
  color: [
    'color',
    'colour',
    'primary color',
    'primary colour',
    'colors',
    'colours',
    'animal color',
    'colores',
  ],
  sex: [
    'sex',
    'gender',
    'sex upon outcome',
    'sex upon intake',
    'animal sex',
    'sexo',
    'genero',
    'sexo del animal',
  ],
  size: ['size', 'animal size', 'tamano', 'talla', 'porte'],
  birthDate: [
    'date of birth',
    'birth date',
    'birthdate',
    'dob',
    'birthday',
    'born',
    'born on',
    'animal dob',
    'fecha de nacimiento',
    'nacimiento',
    'nacido',
    'fecha nacimiento',
    'f nacimiento',
    'cumpleanos',
  ],
  birthDateEstimated: [
    'birth date estimated',
    'dob estimated',
    'estimated dob',
    'age estimated',
    'fecha estimada',
  ],
  intakeDate: [
    'intake date',
    'date of intake',
    'intake',
    'arrived',
    'arrival date',
    'date in',
    'in date',
    'date received',
    'admission date',
    'fecha de ingreso',
    'ingreso',
    'fecha ingreso',
    'fecha de entrada',
    'entrada',
  ],
  rowDate: [
    'outcome date',
    'date of outcome',
    'outcome datetime',
    'status date',
    'datetime',
    'date time',
    'date out',
    'fecha de salida',
    'fecha de estado',
    'fecha salida',
    'fecha del estado',
  ],
  description: [
    'description',
    'about',
    'bio',
    'biography',
    'notes',
    'comments',
    'story',
    'descripcion',
    'sobre',
    'notas',
    'historia',
    'observaciones',
    'comentarios',
  ],
  location: [
    'location',
    'place',
    'foster',
    'site',
    'shelter',
    'kennel',
    'kennel number',
    'ubicacion',
    'lugar',
    'sede',
    'jaula',
  ],
  specialNeeds: [
    'special needs',
    'medical',
    'medical notes',
    'medical conditions',
    'necesidades especiales',
    'salud',
    'notas medicas',
  ],
  notForAdoptionReason: [
    'not for adoption reason',
    'hold reason',
    'reason not available',
    'motivo de no adopcion',
  ],
  spayedNeutered: [
    'spayed neutered',
    'neutered spayed',
    'neutered',
    'spayed',
    'altered',
    'fixed',
    'sterilized',
    'desexed',
    'spay neuter',
    'spay neuter status',
    's n',
    'esterilizado',
    'esterilizada',
    'castrado',
    'castrada',
    'esterilizado a',
  ],
  houseTrained: [
    'house trained',
    'housetrained',
    'housebroken',
    'potty trained',
    'educado',
    'educado en casa',
  ],
  goodWithChildren: [
    'good with children',
    'good with kids',
    'ok with kids',
    'kids',
    'children',
    'bueno con ninos',
    'apto ninos',
    'ninos',
  ],
  goodWithDogs: ['good with dogs', 'ok with dogs', 'dogs', 'bueno con perros', 'apto perros', 'perros'],
  goodWithCats: ['good with cats', 'ok with cats', 'cats', 'bueno con gatos', 'apto gatos', 'gatos'],
  adoptionFee: [
    'adoption fee',
    'fee',
    'fees',
    'price',
    'cost',
    'donation',
    'adoption price',
    'adoption cost',
    'tarifa',
    'tarifa de adopcion',
    'cuota',
    'cuota de adopcion',
    'precio',
    'coste',
    'costo',
    'donativo',
    'donacion',
    'tasa de adopcion',
  ],
  contactUrl: ['contact', 'contact url', 'contact link', 'url', 'contacto', 'enlace'],
} as const satisfies Record<string, readonly string[]>;

/** No known header is as long. */
const MAX_HEADER_LENGTH = 100;

/** What a column can contain. The names are those of a mapping. */
export type Field = keyof typeof HEADERS;
export const FIELDS = Object.keys(HEADERS) as readonly Field[]; // the keys of a constant

/** The name of the column of each field. */
export type FieldColumns = Readonly<Partial<Record<Field, string>>>;

/** Guesses the columns by their headers. Each column is guessed for one field at most. */
export function guessColumns(names: readonly string[]): FieldColumns {
  const guesses: Partial<Record<Field, string>> = {};
  const byHeader = new Map<string, string>();
  for (const name of names) {
    if (name.length > MAX_HEADER_LENGTH) continue;
    const header = plain(name);
    if (!byHeader.has(header)) byHeader.set(header, name);
  }
  for (const field of FIELDS) {
    const taken = Object.values(guesses);
    const headers: readonly string[] = [plain(field), ...HEADERS[field]];
    const column = headers
      .map((header) => byHeader.get(header))
      .find((name) => name !== undefined && !taken.includes(name));
    if (column !== undefined) guesses[field] = column;
  }
  return guesses;
}

/**
 * Returns the index of the header among the first records: the one with the most known headers, of which a header has at least
 * two. Without one, the first record with the most texts. Records above it are a title.
 */
export function chooseHeader(records: readonly (readonly string[])[]): number {
  const known = records.map((cells) => Object.keys(guessColumns(cells)).length);
  const most = Math.max(0, ...known);
  if (most >= 2) return known.indexOf(most);
  const filled = records.map((cells) => cells.filter((cell) => cell !== '').length);
  return filled.findIndex((count) => count > 1 || count === Math.max(...filled));
}

/** An export of a Petstore needs no mapping: its animals are recognised. */
export function isExport(names: readonly string[]): boolean {
  return ['name', 'categoryId', 'store', 'origin'].every((name) => names.includes(name));
}
