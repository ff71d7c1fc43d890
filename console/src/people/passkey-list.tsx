import { useMutation, useQuery } from '@tanstack/react-query';
import { Moment } from '../session/moment.tsx';
import { useSession } from '../session/use-session.ts';
import { addPasskey } from '../sign-in/passkey.ts';
import { isCancelled, offersPasskeys, useWays } from '../sign-in/ways.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { type Passkey, passkeysOf, removePasskey } from './passkey-queries.ts';
import { PEOPLE } from './people-queries.ts';
import { TEXTS } from './people-texts.ts';

/** The passkeys of the user. It is absent where the service or the browser has none. */
export function PasskeyList({ personId }: { personId: bigint }) {
  const ways = useWays();
  if (ways === undefined) return null;
  if (offersPasskeys(ways)) return <Passkeys personId={personId} />;
  const { passkeys } = ways;
  if (passkeys.offered || !(passkeys.reason in TEXTS.noPasskeys)) return null;
  const reason = TEXTS.noPasskeys[passkeys.reason as keyof typeof TEXTS.noPasskeys]; // checked above
  return <p className="hint">{reason}</p>;
}

function Passkeys({ personId }: { personId: bigint }) {
  const { petstore, queries } = useSession();
  const list = useQuery(passkeysOf(petstore, personId));
  const add = useMutation({
    mutationFn: () =>
      addPasskey().catch((error: unknown) => {
        if (!isCancelled(error)) throw error;
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: PEOPLE }),
  });
  const passkeys = list.data ?? [];
  return (
    <section className="card person">
      <h2>{TEXTS.passkeys}</h2>
      <p className="hint">{TEXTS.passkeysHelp}</p>
      <div className="person-actions">
        <button type="button" disabled={add.isPending} onClick={() => add.mutate()}>
          {TEXTS.addPasskey}
        </button>
      </div>
      <div role="alert">{add.error !== null && <ErrorNote error={add.error} />}</div>
      <ListState
        isLoading={list.isPending && list.error === null}
        error={list.error}
        isEmpty={passkeys.length === 0}
        onRetry={list.refetch}
        skeleton={<Skeleton rows={1} className="devices" />}
        empty={<p>{TEXTS.noPasskeysYet}</p>}
      >
        <ul className="devices">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} personId={personId} passkey={passkey} />
          ))}
        </ul>
      </ListState>
    </section>
  );
}

function PasskeyRow({ personId, passkey }: { personId: bigint; passkey: Passkey }) {
  const { petstore, queries } = useSession();
  const { id, name, lastUsedAt } = passkey;
  const remove = useMutation({
    mutationFn: () => removePasskey(petstore, personId, id),
    onSuccess: () => queries.invalidateQueries({ queryKey: PEOPLE }),
  });
  return (
    <li>
      <p>
        <strong>{name}</strong>
      </p>
      <p className="detail">
        {lastUsedAt === undefined ? (
          TEXTS.neverUsed
        ) : (
          <>
            {TEXTS.lastUsed} <Moment at={lastUsedAt} />
          </>
        )}
      </p>
      <button type="button" disabled={remove.isPending} onClick={() => remove.mutate()}>
        {TEXTS.removePasskey}
        <span className="visually-hidden"> {name}</span>
      </button>
      <div role="alert">{remove.error !== null && <ErrorNote error={remove.error} />}</div>
    </li>
  );
}
