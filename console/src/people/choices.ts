import type { NewAccount } from '@petstore/client';
import { formatNumber } from '../ui/local-text.tsx';
import { TEXTS } from './people-texts.ts';

/** The roles as a person chooses them, the lowest first. */
export const ROLES = TEXTS.roles satisfies Record<NonNullable<NewAccount['role']>, string>;

/** The plans with fixed quotas. Enterprise has quotas of its own, which the operator sets. */
export const PLANS = {
  free: TEXTS.plans('Free', formatNumber(60)),
  pro: TEXTS.plans('Pro', formatNumber(300)),
  business: TEXTS.plans('Business', formatNumber(1_000)),
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
