const NONE: ReadonlySet<string> = new Set();

/** Returns the names of the direct members that are int64 in the schema of a body, which may refer to a shared schema. */
export function int64Members(body: unknown, schemas: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const schema = isObject(body) && typeof body.$ref === 'string' ? schemas[idOf(body.$ref)] : body;
  if (!isObject(schema) || !isObject(schema.properties)) return NONE;
  const names = Object.entries(schema.properties)
    .filter(([, property]) => isObject(property) && property.format === 'int64')
    .map(([name]) => name);
  return new Set(names);
}

/** Returns the id of the shared schema: `Pet` for `Pet#`. */
function idOf(reference: string): string {
  return reference.replace(/#$/, '');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
