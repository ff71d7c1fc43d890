import type { Invitation } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PersonCredential } from '../session/person-credential.ts';
import { usePerson, useSession, useUsage } from '../session/use-session.ts';
import { PlainHttpNote } from '../sign-in/plain-http-note.tsx';
import { announce } from '../sign-in/sign-in-channel.ts';
import { ROLE_NAMES } from '../texts/account-names.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { deleteAllDrafts } from '../ui/forms/stored-drafts.ts';
import { Page } from '../ui/page.tsx';
import { ChangePerson } from './change-person.tsx';
import { DeviceList } from './device-list.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { personOf, usePeopleChange } from './people-queries.ts';
import { TEXTS } from './people-texts.ts';
import './people.css';

/** The user: the own name, the devices and the passkeys. */
export function DevicesPage() {
  const person = usePerson();
  return (
    <Page title={PAGE_NAMES.devices}>
      {person === undefined ? (
        <WithKey />
      ) : (
        <>
          <PlainHttpNote />
          <Self id={person.id} />
          <Devices id={person.id} />
          <PasskeyList personId={person.id} />
        </>
      )}
    </Page>
  );
}

function WithKey() {
  // The only request of the page: its answer shows whether the service accepts the key.
  useUsage();
  return <p>{TEXTS.withKey}</p>;
}

function Self({ id }: { id: bigint }) {
  const session = useSession();
  const { data: person, error, refetch } = useQuery(personOf(session.petstore, id));
  const [isChanging, setChanging] = useState(false);
  // The menu shows the name of the credential.
  const readName = () => PersonCredential.ofBrowser().then(session.goOnWith, session.reportError);
  return (
    <section className="card person">
      <h2>{TEXTS.thisIsYou}</h2>
      {person === undefined && error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {person !== undefined && (
        <>
          <p>
            <strong>
              <bdi>{person.name}</bdi>
            </strong>
          </p>
          <p className="detail">
            <span>{ROLE_NAMES[person.role]}</span>
            {person.email !== undefined && <span>{person.email}</span>}
          </p>
          <div className="person-actions">
            <button type="button" onClick={() => setChanging(true)}>
              {TEXTS.change}
            </button>
          </div>
          {isChanging && (
            <ChangePerson
              person={person}
              isManaged={false}
              onChanged={readName}
              onClose={() => setChanging(false)}
            />
          )}
        </>
      )}
    </section>
  );
}

function Devices({ id }: { id: bigint }) {
  const [invitation, setInvitation] = useState<Invitation>();
  const invite = usePeopleChange((petstore) => petstore.people.invite(id), setInvitation);
  const leave = () => {
    deleteAllDrafts();
    announce('signed-out');
    location.reload();
  };
  return (
    <section className="card person">
      <h2>{TEXTS.devices}</h2>
      <div className="person-actions">
        <button type="button" disabled={invite.isPending} onClick={() => invite.mutate()}>
          {TEXTS.addDevice}
        </button>
      </div>
      <div role="alert">{invite.error !== null && <ErrorNote error={invite.error} />}</div>
      <DeviceList personId={id} onSignedOut={leave} />
      {invitation !== undefined && (
        <InvitationDialog
          invitation={invitation}
          title={TEXTS.addDevice}
          help={TEXTS.addDeviceHelp}
          onClose={() => setInvitation(undefined)}
        />
      )}
    </section>
  );
}
