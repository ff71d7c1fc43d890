interface Bodies {
  /** The header field that names the types: `Accept-Post` (LDP, section 7.1), `Accept-Patch` (RFC 5789, section 3.1). */
  readonly field: string;
  readonly types: readonly string[];
}

/** The media types of the bodies that each method takes; RFC 7396 for `application/merge-patch+json`. */
const BODIES: Readonly<Record<string, Bodies>> = {
  POST: { field: 'Accept-Post', types: ['application/json'] },
  PATCH: { field: 'Accept-Patch', types: ['application/json', 'application/merge-patch+json'] },
};

/** The media types of the bodies that a method takes; none if it takes no body. */
export function bodyTypes(method: string): readonly string[] {
  return BODIES[method]?.types ?? [];
}

/** The header fields that name the types of the bodies that these methods take. */
export function acceptedTypes(methods: readonly string[]): Record<string, string> {
  const bodies = methods.flatMap((method) => BODIES[method] ?? []);
  return Object.fromEntries(bodies.map(({ field, types }) => [field, types.join(', ')]));
}
