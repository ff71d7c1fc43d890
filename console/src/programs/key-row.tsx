import type { Key } from '@petstore/client';
import { useState } from 'react';
import { Moment } from '../session/moment.tsx';
import { ROLE_NAMES } from '../texts/account-names.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { TEXTS } from './key-texts.ts';
import { useProgramChange } from './program-queries.ts';
import { ReplaceKey } from './replace-key.tsx';
import { RevokeKey } from './revoke-key.tsx';

/** One key without its secret, and what can be done with it. */
export function KeyRow({ apiKey }: { apiKey: Key }) {
  const { id, label, hint, role, scopes, allowedOrigins, rotatedFrom, lastUsedAt, bannedUntil, current } =
    apiKey;
  const [dialog, setDialog] = useState<'replace' | 'revoke'>();
  const close = () => setDialog(undefined);
  const lift = useProgramChange((petstore) => petstore.keys.liftBan(id));
  const name = label ?? TEXTS.unnamed(id);
  const end = endOf(apiKey);
  return (
    <li>
      <p>
        <strong>{name}</strong> <code>{hint}</code>
      </p>
      <p className="detail">
        {current && <span>{TEXTS.current}</span>}
        {role !== undefined && <span>{ROLE_NAMES[role]}</span>}
        {scopes !== undefined && <span>{TEXTS.sendsOnly}</span>}
        {allowedOrigins !== undefined && <span>{TEXTS.forPages(allowedOrigins.join(', '))}</span>}
        {rotatedFrom !== undefined && <span>{TEXTS.replaces(rotatedFrom)}</span>}
        {end}
        <span>
          {lastUsedAt === undefined ? (
            TEXTS.neverUsed
          ) : (
            <>
              {TEXTS.lastUsed} <Moment at={lastUsedAt} />
            </>
          )}
        </span>
      </p>
      {!isOver(apiKey) && (
        <div className="account-actions">
          <button type="button" onClick={() => setDialog('replace')}>
            {TEXTS.replace}
            <span className="visually-hidden"> {name}</span>
          </button>
          <button type="button" onClick={() => setDialog('revoke')}>
            {TEXTS.revoke}
            <span className="visually-hidden"> {name}</span>
          </button>
          {bannedUntil !== undefined && (
            <button type="button" disabled={lift.isPending} onClick={() => lift.mutate()}>
              {TEXTS.liftBan}
              <span className="visually-hidden"> {TEXTS.of(name)}</span>
            </button>
          )}
        </div>
      )}
      <div role="alert">{lift.error !== null && <ErrorNote error={lift.error} />}</div>
      {dialog === 'replace' && <ReplaceKey apiKey={apiKey} name={name} onClose={close} />}
      {dialog === 'revoke' && <RevokeKey apiKey={apiKey} name={name} onClose={close} />}
    </li>
  );
}

function isOver({ revokedAt, expiresAt }: Key): boolean {
  return revokedAt !== undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now());
}

function endOf({ revokedAt, expiresAt, bannedUntil }: Key) {
  if (revokedAt !== undefined) {
    return (
      <span>
        {TEXTS.revoked} <Moment at={revokedAt} />
      </span>
    );
  }
  if (bannedUntil !== undefined) {
    return (
      <strong>
        {TEXTS.bannedUntil} <Moment at={bannedUntil} />
      </strong>
    );
  }
  return (
    expiresAt !== undefined && (
      <span>
        {TEXTS.validUntil} <Moment at={expiresAt} />
      </span>
    )
  );
}
