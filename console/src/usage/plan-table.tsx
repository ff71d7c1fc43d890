import type { Usage } from '@petstore/client';
import { written } from '../ui/local-text.tsx';

interface Plan {
  plan: Usage['plan'];
  name: string;
  minute: string;
  day: string;
}

const AGREED = 'agreed';

const PLANS: readonly Plan[] = [
  { plan: 'free', name: 'Free', minute: written(60), day: written(1_000) },
  { plan: 'pro', name: 'Pro', minute: written(300), day: written(10_000) },
  { plan: 'business', name: 'Business', minute: written(1_000), day: written(100_000) },
  { plan: 'enterprise', name: 'Enterprise', minute: AGREED, day: AGREED },
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
function PlanRow({ plan: { name, minute, day }, own }: { plan: Plan; own: Usage | undefined }) {
  const isAgreed = own !== undefined && minute === AGREED;
  return (
    <tr className={own === undefined ? undefined : 'own'}>
      <th scope="row">
        {name}
        {own !== undefined && <span className="own-mark">your plan</span>}
      </th>
      <td className="number">{isAgreed ? written(own.minute.limit) : minute}</td>
      <td className="number">{isAgreed ? written(own.day.limit) : day}</td>
    </tr>
  );
}
