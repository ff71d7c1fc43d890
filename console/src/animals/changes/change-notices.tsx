import type { AnimalChange, UndoableChange } from '../../session/undoable-changes.ts';
import { useSession } from '../../session/use-session.ts';
import { useStore } from '../../store.ts';
import { statusName } from '../../texts/status-names.ts';
import { useSecondsUntil } from '../../ui/countdown.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TEXTS } from './changes-texts.ts';

/**
 * Shows on every page the changes of a status that can be undone, and the changes that failed. Always rendered, because screen
 * readers announce what is added to it.
 */
export function ChangeNotices() {
  const { changes } = useSession();
  const all = [...useStore(changes.store).values()];
  return (
    <ul className="notices" aria-live="polite">
      {all.filter(isShown).map((one) => (
        <ChangeNotice key={String(one.pet.id)} one={one} />
      ))}
    </ul>
  );
}

/** A waiting removal is shown by the card of the animal. */
function isShown({ state, change }: UndoableChange): boolean {
  return state === 'failed' || (state === 'waiting' && change.kind === 'status');
}

function ChangeNotice({ one }: { one: UndoableChange }) {
  const { changes } = useSession();
  const { name, id } = one.pet;
  const undo = () => changes.undo(id);
  return (
    <li className="notice">
      <p>
        <bdi className="short-name">{name}</bdi>{' '}
        {one.state === 'failed' ? failureOf(one.change) : descriptionOf(one.change)}
      </p>
      {one.state === 'waiting' && <Undo name={name} until={one.until} onUndo={undo} />}
      {one.state === 'failed' && (
        <>
          <ErrorNote error={one.error} />
          <button type="button" onClick={undo}>
            {TEXTS.close}
          </button>
        </>
      )}
    </li>
  );
}

function descriptionOf(change: AnimalChange): string {
  return change.kind === 'status' ? TEXTS.isSetTo(statusName(change.status)) : TEXTS.isBeingRemoved;
}

function failureOf(change: AnimalChange): string {
  return change.kind === 'status' ? TEXTS.wasNotChanged : TEXTS.wasNotRemoved;
}

function Undo({ name, until, onUndo }: { name: string; until: number; onUndo(): void }) {
  const seconds = useSecondsUntil(until);
  return (
    <button type="button" onClick={onUndo}>
      {TEXTS.undo}
      <span className="visually-hidden">{TEXTS.theStatusOf(name)}</span>{' '}
      <span aria-hidden="true">({seconds})</span>
    </button>
  );
}
