import type { Invitation, Person } from '@petstore/client';
import { type ReactNode, useState } from 'react';
import { Moment } from '../session/moment.tsx';
import { usePerson } from '../session/use-session.ts';
import { ROLE_NAMES } from '../texts/account-names.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ChangePerson } from './change-person.tsx';
import { DeviceList } from './device-list.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { usePeopleChange } from './people-queries.ts';
import { TEXTS } from './people-texts.ts';
import { RemovePerson } from './remove-person.tsx';

/** One person: the role, the ways in, and what can be done. */
export function PersonCard({ person }: { person: Person }) {
  const { id, name, role } = person;
  const isSelf = usePerson()?.id === id;
  const [dialog, setDialog] = useState<'change' | 'remove'>();
  const [invitation, setInvitation] = useState<Invitation>();
  const [isOpen, setOpen] = useState(false);
  const close = () => setDialog(undefined);
  const invite = usePeopleChange((petstore) => petstore.people.invite(id), setInvitation);
  return (
    <li className="card person">
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p className="detail">
        {isSelf && <strong>{TEXTS.you}</strong>}
        <span>{ROLE_NAMES[role]}</span>
        {person.email !== undefined && <span>{person.email}</span>}
        <WaysOf person={person} />
      </p>
      <div className="person-actions">
        <Button onClick={() => invite.mutate()} of={name} isDisabled={invite.isPending}>
          {TEXTS.inviteAgain}
        </Button>
        <Button onClick={() => setDialog('change')} of={name}>
          {TEXTS.change}
        </Button>
        <Button onClick={() => setDialog('remove')} of={name}>
          {TEXTS.remove}
        </Button>
      </div>
      <div role="alert">{invite.error !== null && <ErrorNote error={invite.error} />}</div>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {TEXTS.devices}
          <span className="visually-hidden"> {TEXTS.of(name)}</span>
        </summary>
        {isOpen && <DeviceList personId={id} />}
      </details>
      {dialog === 'change' && <ChangePerson person={person} isManaged onClose={close} />}
      {dialog === 'remove' && <RemovePerson person={person} isSelf={isSelf} onClose={close} />}
      {invitation !== undefined && (
        <InvitationDialog
          invitation={invitation}
          person={person}
          title={TEXTS.invitationFor(name)}
          help={TEXTS.invitationHelp(name)}
          onClose={() => setInvitation(undefined)}
        />
      )}
    </li>
  );
}

interface ButtonProps {
  /** The name of the person, which is only read aloud. */
  of: string;
  isDisabled?: boolean;
  onClick(): void;
  children: ReactNode;
}

function Button({ of, isDisabled, onClick, children }: ButtonProps) {
  return (
    <button type="button" disabled={isDisabled} onClick={onClick}>
      {children}
      <span className="visually-hidden"> {TEXTS.of(of)}</span>
    </button>
  );
}

/** How the person signs in, and since when not. */
function WaysOf({ person: { devices, passkeys, lastUsedAt, invitedUntil } }: { person: Person }) {
  return (
    <>
      {devices > 0 && <span>{TEXTS.deviceCount(devices)}</span>}
      {passkeys > 0 && <span>{TEXTS.passkeyCount(passkeys)}</span>}
      {lastUsedAt !== undefined && (
        <span>
          {TEXTS.lastUsed} <Moment at={lastUsedAt} />
        </span>
      )}
      {invitedUntil !== undefined && (
        <span>
          {TEXTS.invitedUntil} <Moment at={invitedUntil} />
        </span>
      )}
      {devices + passkeys === 0 && invitedUntil === undefined && <strong>{TEXTS.noWayIn}</strong>}
    </>
  );
}
