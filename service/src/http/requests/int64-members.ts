import type { FastifyRequest } from 'fastify';

const NONE: ReadonlySet<string> = new Set();
const cache = new WeakMap<object, ReadonlySet<string>>();

/** Returns the names of the body's members that are int64 in the schema of the route. */
export function int64Members({ routeOptions, server }: FastifyRequest): ReadonlySet<string> {
  const body = routeOptions.schema?.body;
  if (typeof body !== 'object' || body === null) return NONE;
  const members = cache.get(body) ?? membersOf(isReference(body) ? server.getSchema(idOf(body)) : body);
  cache.set(body, members);
  return members;
}

function membersOf(schema: unknown): ReadonlySet<string> {
  if (!isObject(schema) || !isObject(schema.properties)) return NONE;
  const names = Object.entries(schema.properties)
    .filter(([, property]) => isObject(property) && property.format === 'int64')
    .map(([name]) => name);
  return new Set(names);
}

function isReference(schema: object): schema is { $ref: string } {
  return '$ref' in schema && typeof schema.$ref === 'string';
}

/** Returns the id of the shared schema: `Pet` for `Pet#`. */
function idOf({ $ref }: { $ref: string }): string {
  return $ref.replace(/#$/, '');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
