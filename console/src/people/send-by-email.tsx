import type { Person } from '@petstore/client';
import { useWays } from '../sign-in/ways.ts';
import { language } from '../texts/language.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { usePeopleChange } from './people-queries.ts';
import { TEXTS } from './people-texts.ts';

/** Sends another invitation to the address of a person, if the person has one and the service sends e-mails. */
export function SendByEmail({ person: { id, email } }: { person: Person }) {
  const ways = useWays();
  const send = usePeopleChange((petstore) => petstore.people.invite(id, { send: 'email', language }));
  // A service that sends codes sends invitations, too.
  if (email === undefined || ways?.codes !== true) return null;
  return (
    <div role="status">
      {send.isSuccess ? (
        <p>{send.data.sent === false ? TEXTS.notSent : TEXTS.sentTo(email)}</p>
      ) : (
        <button type="button" disabled={send.isPending} onClick={() => send.mutate()}>
          {TEXTS.sendTo(email)}
        </button>
      )}
      {send.error !== null && <ErrorNote error={send.error} />}
    </div>
  );
}
