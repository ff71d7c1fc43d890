import { PLAN_NAMES, ROLE_NAMES } from '../texts/account-names.ts';
import { formatNumber } from '../texts/in-language.ts';
import { TEXTS } from './programs-texts.ts';

/** The roles as a person chooses them, the lowest first. */
export const ROLES = {
  reader: roleText('reader'),
  member: roleText('member'),
  manager: roleText('manager'),
  admin: roleText('admin'),
} as const satisfies Record<keyof typeof TEXTS.roles, string>;

/** The plans with fixed quotas. Enterprise has quotas of its own, which the operator sets. */
export const PLANS = {
  free: TEXTS.plans(PLAN_NAMES.free, formatNumber(60)),
  pro: TEXTS.plans(PLAN_NAMES.pro, formatNumber(300)),
  business: TEXTS.plans(PLAN_NAMES.business, formatNumber(1_000)),
} as const;

type Role = keyof typeof ROLES;
type Plan = keyof typeof PLANS;

function roleText(role: keyof typeof TEXTS.roles): string {
  return `${ROLE_NAMES[role]}: ${TEXTS.roles[role]}`;
}

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
