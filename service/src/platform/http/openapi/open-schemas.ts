/** The schemas that the documented interface fixes. No later version changes them. */
const FIXED: ReadonlySet<string> = new Set(['PetStatus', 'NewPet', 'Pet', 'Pets', 'Error']);

type Schemas = Readonly<Record<string, object>>;

/**
 * Opens the schemas of responses: their objects may have further members, and their enumerations further values, so that a client
 * that was generated from this document also reads what later versions send (docs/adr/0067). Schemas of requests stay strict.
 *
 * @param requests the parts of the document that describe requests.
 */
export function openResponses(schemas: Schemas, requests: unknown): Schemas {
  const closed = new Set([...FIXED, ...schemasUsedBy(requests, schemas)]);
  const entries = Object.entries(schemas);
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, closed.has(name) ? schema : opened(schema)]),
  );
}

/** Returns the schema of a string with known values, to which later versions may add others. */
export function openEnum(values: readonly string[], description = '') {
  const known = values.map((value) => `\`${value}\``).join(', ');
  return {
    type: 'string',
    'x-extensible-enum': values,
    description: `${description} Known values: ${known}. Later versions may add others.`.trim(),
  } as const;
}

/** Returns the names of the schemas to which a part of the document refers, directly or through other schemas. */
function schemasUsedBy(part: unknown, schemas: Schemas, found = new Set<string>()): ReadonlySet<string> {
  if (typeof part !== 'object' || part === null) return found;
  const { $ref } = part as { $ref?: unknown };
  const name = typeof $ref === 'string' ? $ref.replace(/^#\/components\/schemas\//, '') : undefined;
  if (name !== undefined && !found.has(name)) {
    found.add(name);
    schemasUsedBy(schemas[name], schemas, found);
  }
  for (const value of Object.values(part)) schemasUsedBy(value, schemas, found);
  return found;
}

interface Schema {
  readonly type?: unknown;
  readonly enum?: readonly string[];
  readonly description?: string;
}

function opened(schema: object): object {
  const members = Object.entries(schema).map(([name, value]) => [
    name,
    isSchema(name, value) ? opened(value) : value,
  ]);
  const { enum: values, ...rest }: Schema = Object.fromEntries(members);
  if (rest.type === 'object') return { ...rest, additionalProperties: true };
  if (rest.type === 'string' && values !== undefined)
    return { ...rest, ...openEnum(values, rest.description) };
  return Object.fromEntries(members);
}

/** Returns true for a member that is a schema or a map of schemas. Lists contain names, values or references. */
function isSchema(name: string, value: unknown): value is object {
  return name !== 'default' && typeof value === 'object' && value !== null && !Array.isArray(value);
}
