import type { Usage } from '@petstore/client';
import { formatNumber } from '../ui/local-text.tsx';
import { QUOTAS, type Quota } from './plans.ts';

interface Plan {
  plan: Usage['plan'];
  name: string;
  /** Undefined for custom quotas. */
  quota: Quota | undefined;
}

const PLANS: readonly Plan[] = [
  { plan: 'free', name: 'Free', quota: QUOTAS.free },
  { plan: 'pro', name: 'Pro', quota: QUOTAS.pro },
  { plan: 'business', name: 'Business', quota: QUOTAS.business },
  { plan: 'enterprise', name: 'Enterprise', quota: undefined },
];

const ROLE_TEXTS: Readonly<Record<Usage['role'], string>> = {
  reader: 'it can read everything and change nothing',
  member: 'it can add animals, change those it added, and place orders',
  manager: 'it can change every animal and every order',
  admin: 'it can change every animal and every order, and name categories',
};

/** Shows the quotas of each plan, and the plan and role of the account. */
export function PlanTable({ usage }: { usage: Usage | undefined }) {
  return (
    <section className="card usage-card">
      <h2>Your plan and role</h2>
      <table className="plans">
        <caption className="visually-hidden">Requests that each plan allows</caption>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col" className="number">
              per minute
            </th>
            <th scope="col" className="number">
              per day
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
            The role of this account is <strong>{usage.role}</strong>: {ROLE_TEXTS[usage.role]}.
          </>
        )}
      </p>
    </section>
  );
}

/** Only the service knows a custom quota: the usage of the account contains it. */
function PlanRow({ plan: { name, quota }, own }: { plan: Plan; own: Usage | undefined }) {
  return (
    <tr className={own === undefined ? undefined : 'own'}>
      <th scope="row">
        {name}
        {own !== undefined && <span className="own-mark">your plan</span>}
      </th>
      <td className="number">{allowed(quota?.perMinute ?? own?.minute.limit)}</td>
      <td className="number">{allowed(quota?.perDay ?? own?.day.limit)}</td>
    </tr>
  );
}

function allowed(requests: number | undefined): string {
  return requests === undefined ? 'custom' : formatNumber(requests);
}
