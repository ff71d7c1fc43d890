/**
 * Returns the schema of bytes in openapi.json. OpenAPI 3.1 describes bytes by their media type; generators of clients recognise
 * them by `format: binary`, as OpenAPI 3.0 has it.
 */
export function binarySchema(contentMediaType: string) {
  return { type: 'string', format: 'binary', contentMediaType } as const;
}
