import type { NewAccount } from '@petstore/client';

/** The roles as a person chooses them, the lowest first. */
export const ROLES = {
  reader: 'Reader: only looks',
  member: 'Member: adds animals and manages its own',
  manager: 'Manager: manages all animals and holds',
  admin: 'Admin: also manages people, keys and settings',
} as const satisfies Record<NonNullable<NewAccount['role']>, string>;

/** The plans with fixed quotas. Enterprise has quotas of its own, which the operator sets. */
export const PLANS = {
  free: 'Free: 60 requests a minute',
  pro: 'Pro: 300 requests a minute',
  business: 'Business: 1,000 requests a minute',
} as const;

type Role = keyof typeof ROLES;
type Plan = keyof typeof PLANS;

/** Returns the value of a select of these choices. */
export function roleIn(form: FormData): Role {
  return choiceOf(ROLES, form.get('role')) ?? 'member';
}

export function planIn(form: FormData): Plan {
  return choiceOf(PLANS, form.get('plan')) ?? 'business';
}

function choiceOf<Choice extends string>(
  choices: Readonly<Record<Choice, string>>,
  value: unknown,
): Choice | undefined {
  return (Object.keys(choices) as Choice[]).find((choice) => choice === value); // a record has only its keys
}
