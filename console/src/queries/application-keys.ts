/** The start of the keys of all that is known of applications. */
export const APPLICATIONS = ['applications'] as const;

/** The start of the keys of all lists of applications. */
export const APPLICATION_LISTS = [...APPLICATIONS, 'list'] as const;

/** The key of the number of those that wait. */
export const WAITING_COUNT = [...APPLICATIONS, 'waiting count'] as const;

// The ids are text, because a key is serialised as JSON, which has no bigint.

export function applicationKey(id: bigint) {
  return [...APPLICATIONS, 'one', String(id)] as const;
}

export function applicationsOfAnimalKey(petId: bigint) {
  return [...APPLICATIONS, 'of animal', String(petId)] as const;
}
