/** Where it is kept what the account used, and its role. */
export const USAGE = ['usage'] as const;
/** Where it is kept what the account may do with animals. */
export const PERMISSIONS = ['permissions'] as const;
