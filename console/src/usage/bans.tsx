import type { Usage } from '@petstore/client';
import { Moment } from '../session/moment.tsx';
import { Countdown, useSecondsUntil } from '../ui/countdown.tsx';
import { TEXTS } from './usage-texts.ts';

interface BansProps {
  /** Undefined until they are read. */
  bans: Usage['bans'] | undefined;
  /** They could not be read; the page shows the error above. */
  isUnknown: boolean;
}

/** The banned keys of the account. It is the last section of the page, so that its length moves nothing. */
export function Bans({ bans, isUnknown }: BansProps) {
  return (
    <section className="card usage-card">
      <h2>{TEXTS.bans}</h2>
      {bans === undefined ? <p>{isUnknown ? TEXTS.unknownBans : TEXTS.loading}</p> : <BanList bans={bans} />}
    </section>
  );
}

function BanList({ bans }: { bans: Usage['bans'] }) {
  if (bans.length === 0) return <p>{TEXTS.noBans}</p>;
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
        TEXTS.banIsOver
      ) : (
        <>
          {TEXTS.bannedUntil} <Moment at={until} /> (<Countdown until={endsAt} /> {TEXTS.banLeft}).
        </>
      )}
    </li>
  );
}
