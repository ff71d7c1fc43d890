import type { Usage } from '@petstore/client';
import { written } from '../ui/local-text.tsx';
import { QUOTAS, type Quota } from './plans.ts';

interface Plan {
  plan: Usage['plan'];
  name: string;
  /** Undefined where they are agreed. */
  quota: Quota | undefined;
}

const PLANS: readonly Plan[] = [
  { plan: 'free', name: 'Free', quota: QUOTAS.free },
  { plan: 'pro', name: 'Pro', quota: QUOTAS.pro },
  { plan: 'business', name: 'Business', quota: QUOTAS.business },
  { plan: 'enterprise', name: 'Enterprise', quota: undefined },
];

const MAY: Readonly<Record<Usage['role'], string>> = {
  reader: 'it may look at everything and change nothing',
  member: 'it may add animals, look after those it added, and place orders',
  manager: 'it may change every animal and decide on every order',
};

/** What each plan allows, with the account's own plan and role. */
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
              a minute
            </th>
            <th scope="col" className="number">
              a day
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
            The role of this account is <strong>{usage.role}</strong>: {MAY[usage.role]}.
          </>
        )}
      </p>
    </section>
  );
}

/** An agreed plan has the account's own numbers, which only the service knows. */
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
  return requests === undefined ? 'agreed' : written(requests);
}
