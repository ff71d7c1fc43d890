import { type TSchema, Type } from 'typebox';

/** Returns the schema of a member that may be null, which removes its value. */
export function nullable(schema: TSchema): TSchema {
  const { type, enum: values, ...rest } = schema as TSchema & { type: string; enum?: string[] };
  return Type.Unsafe({ type: [type, 'null'], ...(values && { enum: [...values, null] }), ...rest });
}
