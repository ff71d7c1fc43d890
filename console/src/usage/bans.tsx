import type { Usage } from '@petstore/client';
import { Countdown, useSecondsUntil } from '../ui/countdown.tsx';
import { Moment } from '../ui/local-text.tsx';

interface BansProps {
  /** Undefined while they are not known. */
  bans: Usage['bans'] | undefined;
  /** Whether they could not be read; why is told above. */
  isUnknown: boolean;
}

/** The account's keys that are banned. It is the last of the page, so that its length moves nothing. */
export function Bans({ bans, isUnknown }: BansProps) {
  return (
    <section className="card usage-card">
      <h2>Bans</h2>
      {bans === undefined ? (
        <p>{isUnknown ? 'Not known at the moment.' : 'Loading…'}</p>
      ) : (
        <BanList bans={bans} />
      )}
    </section>
  );
}

function BanList({ bans }: { bans: Usage['bans'] }) {
  if (bans.length === 0) return <p>None of the keys of this account is banned.</p>;
  return (
    <ul className="bans">
      {bans.map((ban) => (
        <Ban key={`${ban.key} ${ban.until}`} ban={ban} />
      ))}
    </ul>
  );
}

function Ban({ ban: { key, until } }: { ban: Usage['bans'][number] }) {
  const endsAt = Date.parse(until);
  const isOver = useSecondsUntil(endsAt) === 0;
  return (
    <li>
      <code>{key}</code>{' '}
      {isOver ? (
        'was banned and may go on.'
      ) : (
        <>
          is banned until <Moment at={until} />, for <Countdown until={endsAt} /> more.
        </>
      )}
    </li>
  );
}
