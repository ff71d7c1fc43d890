/** The schema of an object whose member `type` is one of the values of its enumeration. */
interface Variant {
  readonly $id?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties: Readonly<{ type: object } & Record<string, object>>;
}

/**
 * Returns the schema of an object that is one of several variants. Its `type` distinguishes them. It is one object with the members of all
 * of them, and no `oneOf`: a client that was generated from a closed list of variants fails at a new one, and loses the page that
 * contains it. `x-variants` has the variants by their names.
 */
export function openUnion(description: string, variants: readonly Variant[]) {
  const members = variants.flatMap(({ properties }) => Object.entries(properties));
  const properties = Object.fromEntries(members);
  const types = variants.flatMap(({ properties: { type } }) => ('enum' in type ? type.enum : []));
  const isRequired = (name: string) => variants.every(({ required = [] }) => required.includes(name));
  return {
    type: 'object',
    required: Object.keys(properties).filter(isRequired),
    properties: { ...properties, type: { ...properties.type, enum: types } },
    description: [description, ...variants.map((variant) => variant.description)].join(' '),
    'x-variants': Object.fromEntries(variants.map((variant) => [variant.$id, variant])),
  };
}
