import type { Device } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { Moment } from '../session/moment.tsx';
import { useSession } from '../session/use-session.ts';
import { saveBeforeSignOut } from '../sign-in/save-before-sign-out.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { devicesOf, usePeopleChange } from './people-queries.ts';
import { TEXTS } from './people-texts.ts';

/** The name that the service gives a browser that does not name itself. */
const UNKNOWN = '?';

interface DeviceListProps {
  personId: bigint;
  /** Called when the person, who is the user, was signed out everywhere. */
  onSignedOut?: () => void;
}

/** The browsers in which a person is signed in. */
export function DeviceList({ personId, onSignedOut }: DeviceListProps) {
  const session = useSession();
  const list = useQuery(devicesOf(session.petstore, personId));
  const signOut = usePeopleChange(async (petstore) => {
    if (onSignedOut !== undefined) await saveBeforeSignOut(session);
    await petstore.people.signOut(personId);
  }, onSignedOut);
  const devices = list.data ?? [];
  return (
    <ListState
      isLoading={list.isPending && list.error === null}
      error={list.error}
      isEmpty={devices.length === 0}
      onRetry={list.refetch}
      skeleton={<Skeleton rows={1} className="devices" />}
      empty={<p>{TEXTS.noDevices}</p>}
    >
      <ul className="devices">
        {devices.map((device) => (
          <DeviceRow key={String(device.id)} personId={personId} device={device} />
        ))}
      </ul>
      <div className="person-actions">
        <button type="button" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          {TEXTS.signOutEverywhere}
        </button>
      </div>
      <div role="alert">{signOut.error !== null && <ErrorNote error={signOut.error} />}</div>
    </ListState>
  );
}

function DeviceRow({ personId, device }: { personId: bigint; device: Device }) {
  const { id, lastUsedAt, current } = device;
  const name = device.name === UNKNOWN ? TEXTS.unknownDevice : device.name;
  const signOut = usePeopleChange((petstore) => petstore.people.signOut(personId, id));
  return (
    <li>
      <p>
        <strong>{name}</strong>
      </p>
      <p className="detail">
        {current && <span>{TEXTS.thisDevice}</span>}
        <span>
          {TEXTS.lastUsed} <Moment at={lastUsedAt} />
        </span>
      </p>
      {/* The menu signs out this one, with all that the browser keeps. */}
      {!current && (
        <button type="button" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          {TEXTS.signOut}
          <span className="visually-hidden"> {name}</span>
        </button>
      )}
      <div role="alert">{signOut.error !== null && <ErrorNote error={signOut.error} />}</div>
    </li>
  );
}
