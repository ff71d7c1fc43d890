// Keys of advisory locks: any numbers that nothing else in the database uses.

/** Held by each process that serves, since version 1.0.0. */
export const INSTANCE_LOCK = 7_240_115_031;

/**
 * The first half of a key whose second half is the last migration that a process knows. Held together with the instance lock;
 * 1.0.0 and 1.1.0 do not take it.
 */
export const KNOWN_MIGRATIONS_LOCK = 724_011;
