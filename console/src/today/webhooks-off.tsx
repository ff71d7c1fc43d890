import { hrefOf } from '../route.ts';
import { TEXTS } from './today-texts.ts';

/** Shows that webhooks were switched off because nothing could be delivered or they belong to no one, and leads to them. */
export function WebhooksOff({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <section className="card today-card">
      <p>
        <a href={hrefOf({ page: 'programs' })}>{TEXTS.webhooksOff(count)}</a>
      </p>
    </section>
  );
}
