/** Marks a member of a request as secret: no message quotes its value, and openapi.json states `writeOnly`. */
export const SECRET = { writeOnly: true } as const;
