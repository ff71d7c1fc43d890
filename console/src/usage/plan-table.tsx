import type { Usage } from '@petstore/client';
import { PLAN_NAMES, ROLE_NAMES } from '../texts/account-names.ts';
import { formatNumber } from '../texts/in-language.ts';
import { QUOTAS, type Quota } from './plans.ts';
import { PLAN_TEXTS as TEXTS } from './usage-texts.ts';

interface Plan {
  plan: Usage['plan'];
  /** Undefined for custom quotas. */
  quota: Quota | undefined;
}

const PLANS: readonly Plan[] = [
  { plan: 'free', quota: QUOTAS.free },
  { plan: 'pro', quota: QUOTAS.pro },
  { plan: 'business', quota: QUOTAS.business },
  { plan: 'enterprise', quota: undefined },
];

/** Shows the quotas of each plan, and the plan and role of the account. */
export function PlanTable({ usage }: { usage: Usage | undefined }) {
  return (
    <section className="card usage-card">
      <h2>{TEXTS.title}</h2>
      <table className="plans">
        <caption className="visually-hidden">{TEXTS.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{TEXTS.plan}</th>
            <th scope="col" className="number">
              {TEXTS.perMinute}
            </th>
            <th scope="col" className="number">
              {TEXTS.perDay}
            </th>
          </tr>
        </thead>
        <tbody>
          {PLANS.map((plan) => (
            <PlanRow key={plan.plan} plan={plan} own={plan.plan === usage?.plan ? usage : undefined} />
          ))}
        </tbody>
      </table>
      <p className="role">
        {usage !== undefined && (
          <>
            {TEXTS.role} <strong>{ROLE_NAMES[usage.role]}</strong> (<code>{usage.role}</code>):{' '}
            {TEXTS.roles[usage.role]}.
          </>
        )}
      </p>
    </section>
  );
}

/** Only the service knows a custom quota: the usage of the account contains it. */
function PlanRow({ plan: { plan, quota }, own }: { plan: Plan; own: Usage | undefined }) {
  return (
    <tr className={own === undefined ? undefined : 'own'}>
      <th scope="row">
        {PLAN_NAMES[plan]}
        {own !== undefined && <span className="own-mark">{TEXTS.own}</span>}
      </th>
      <td className="number">{allowed(quota?.perMinute ?? own?.minute.limit)}</td>
      <td className="number">{allowed(quota?.perDay ?? own?.day.limit)}</td>
    </tr>
  );
}

function allowed(requests: number | undefined): string {
  return requests === undefined ? TEXTS.custom : formatNumber(requests);
}
