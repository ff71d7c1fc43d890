/** Keywords of JSON Schema that OpenAPI 3.0 does not have. They only restrict further, or repeat what `format` states. */
const NEWER: ReadonlySet<string> = new Set(['contentMediaType', 'if', 'then', 'else']);
/** Members that contain values, or texts, and no schemas. */
const VALUES: ReadonlySet<string> = new Set(['example', 'value', 'default', 'enum']);

/**
 * Converts the OpenAPI 3.1 document of the service to OpenAPI 3.0, for tools that do not read 3.1. Of the media types of a PATCH, which
 * have the same schema, it keeps the first: most generators write a method for each.
 */
export function toOpenApi30(document: object): object {
  const converted = older(document) as { info: object };
  const license = { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' };
  return { ...converted, openapi: '3.0.4', info: { ...converted.info, license } };
}

function older(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(older);
  if (typeof node !== 'object' || node === null) return node;
  // OpenAPI 3.0 allows nothing beside a reference.
  if ('$ref' in node) return { $ref: node.$ref };
  const members = Object.entries(node).filter(([name]) => !NEWER.has(name));
  return Object.assign({}, ...members.map(([name, value]) => olderMember(name, value)));
}

function olderMember(name: string, value: unknown): object {
  if (VALUES.has(name)) return { [name]: value };
  if (name === 'type' && Array.isArray(value)) return oneType(value);
  if (name === 'examples' && Array.isArray(value)) return { example: value[0] };
  return { [name]: older(name === 'patch' ? withOneMediaType(value as Patch) : value) };
}

/** A list of types becomes one type, or alternatives. `nullable` needs a type beside it. */
function oneType(list: readonly string[]): object {
  const types = list.filter((type) => type !== 'null');
  const isNullable = types.length < list.length;
  const [first, ...others] = types.map((type) => (isNullable ? { type, nullable: true } : { type }));
  return others.length === 0 ? { ...first } : { anyOf: [first, ...others] };
}

interface Patch {
  readonly requestBody: { readonly content: object };
}

function withOneMediaType(patch: Patch): object {
  const content = Object.fromEntries(Object.entries(patch.requestBody.content).slice(0, 1));
  return { ...patch, requestBody: { ...patch.requestBody, content } };
}
