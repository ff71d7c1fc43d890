import type { Pet, PetPermissions, PetStatus } from '@petstore/client';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useSelected } from '../../observable.ts';
import type { UndoableChange } from '../../session/changes/undoable-changes.ts';
import { useSession } from '../../session/use-session.ts';
import { statusName } from '../../texts/status-names.ts';
import { Status } from '../../ui/status.tsx';
import { partWhenOpened } from '../../ui/when-opened.tsx';
import { bondedWith } from '../together/companions.ts';
import { choicesFor, opensDialog, type StatusChoice, type StatusDialog } from './status-choices.ts';
import { TEXTS } from './status-texts.ts';
import './status.css';

const HoldDialog = partWhenOpened(async () => (await import('./hold-dialog.tsx')).HoldDialog);
const NotForAdoption = partWhenOpened(async () => (await import('./not-for-adoption.tsx')).NotForAdoption);
const Returned = partWhenOpened(async () => (await import('./returned.tsx')).Returned);
const ConfirmTogether = partWhenOpened(
  async () => (await import('../together/confirm-together.tsx')).ConfirmTogether,
);

interface StatusMenuProps {
  pet: Pet;
  /** Undefined until they are known. */
  permissions: PetPermissions | undefined;
}

/** The status of an animal, with a menu of what it can become if the account may change it. An order that holds it decides alone. */
export function StatusMenu({ pet, permissions }: StatusMenuProps) {
  const { changes } = useSession();
  const [dialog, setDialog] = useState<StatusDialog>();
  const [together, setTogether] = useState<PetStatus>();
  const { allowedPetStatuses = [] } = permissions ?? {};
  const close = () => setDialog(undefined);
  // Permissions for the previous status are being read again.
  const allowed = permissions?.pet.status === pet.status ? allowedPetStatuses : [];
  return (
    <>
      {allowedPetStatuses.length === 0 ? (
        <ShownStatus pet={pet} />
      ) : (
        <Menu pet={pet} choices={choicesFor(pet, allowed)} onDialog={setDialog} onTogether={setTogether} />
      )}
      {dialog === 'hold' && (
        <HoldDialog
          pet={pet}
          onOpenEnd={() => changes.begin([pet], { kind: 'status', status: 'pending' })}
          onClose={close}
        />
      )}
      {dialog === 'not for adoption' && <NotForAdoption pet={pet} onClose={close} />}
      {dialog === 'returned' && <Returned pet={pet} onClose={close} />}
      {together !== undefined && (
        <ConfirmTogether
          pet={pet}
          status={together}
          onConfirm={() => changes.begin([pet], { kind: 'status', status: together })}
          onClose={() => setTogether(undefined)}
        />
      )}
    </>
  );
}

/** Returns the status that an unfinished change sets. */
function statusSetBy(change: UndoableChange | undefined): PetStatus | undefined {
  if (change === undefined || change.state === 'failed') return undefined;
  return change.change.kind === 'status' ? change.change.status : undefined;
}

/** Also shows a change that was begun before the account lost the right to change the animal. */
function ShownStatus({ pet }: { pet: Pet }) {
  const { changes } = useSession();
  const change = useSelected(changes.byPet, (all) => all.get(pet.id));
  return <Status status={statusSetBy(change) ?? pet.status} />;
}

interface MenuProps {
  pet: Pet;
  choices: readonly StatusChoice[];
  onDialog(dialog: StatusDialog): void;
  /** Called instead of the change if the animal goes together with others. */
  onTogether(status: PetStatus): void;
}

/**
 * Choosing with the pointer confirms the choice. With the keyboard each arrow key chooses another option, so Enter or leaving the
 * control confirms a status, and only Enter opens a dialog. Escape drops the choice, or undoes the change.
 */
function Menu({ pet, choices, onDialog, onTogether }: MenuProps) {
  const { changes, queries } = useSession();
  const change = useSelected(changes.byPet, (all) => all.get(pet.id));
  const usesKeyboard = useRef(false);
  const [chosen, setChosen] = useState<string>();
  const set = statusSetBy(change);
  const isSending = change?.state === 'sending';
  const current = pet.status ?? '';
  const isSetByHand = set !== undefined && !choices.some(({ value }) => value === set);
  const options: { value: string; label: string }[] = [
    { value: current, label: statusName(pet.status) },
    ...(isSetByHand ? [{ value: set, label: statusName(set) }] : []),
    ...choices,
  ];
  // Another user may have changed the animal, so that the choice is no longer allowed.
  const unconfirmed = options.some(({ value }) => value === chosen) ? chosen : undefined;
  const confirm = (value: string) => {
    setChosen(undefined);
    const choice = choices.find((one) => one.value === value);
    if (value === current) changes.undo(pet.id);
    else if (choice?.dialog !== undefined) onDialog(choice.dialog);
    else if (choice !== undefined && choice.value !== set) {
      if (bondedWith(queries, pet.id).length > 0) onTogether(choice.value);
      else changes.begin([pet], { kind: 'status', status: choice.value });
    }
  };
  const choose = (value: string) => {
    if (isSending) return;
    if (usesKeyboard.current) setChosen(value);
    else confirm(value);
  };
  const press = (event: KeyboardEvent) => {
    usesKeyboard.current = true;
    if (event.key === 'Escape') {
      if (unconfirmed === undefined) changes.undo(pet.id);
      setChosen(undefined);
    }
    if (event.key !== 'Enter' || unconfirmed === undefined) return;
    event.preventDefault();
    confirm(unconfirmed);
  };
  const leave = () => {
    if (unconfirmed === undefined) return;
    if (opensDialog(unconfirmed)) setChosen(undefined);
    else confirm(unconfirmed);
  };
  const shown = unconfirmed ?? set ?? current;
  return (
    <>
      <select
        className={`status-menu status-${set ?? pet.status ?? 'none'}`}
        aria-label={TEXTS.statusOf(pet.name)}
        value={shown}
        // `disabled` would remove the focus.
        aria-disabled={isSending}
        onPointerDown={() => {
          usesKeyboard.current = false;
        }}
        onKeyDown={press}
        onChange={(event) => choose(event.target.value)}
        onBlur={leave}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {unconfirmed !== undefined && (
        <span role="status" className="visually-hidden">
          {opensDialog(unconfirmed) ? TEXTS.pressEnter : TEXTS.notSetYet}
        </span>
      )}
    </>
  );
}
