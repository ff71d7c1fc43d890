import { useSession } from '../../session/use-session.ts';
import { useStore } from '../../store.ts';
import { useSecondsUntil } from '../../ui/countdown.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { statusName } from '../../ui/status.tsx';
import type { AnimalChange, UndoableChange } from './undoable-changes.ts';

/**
 * Says on every page what becomes of a status that was just set, with the way to undo it, and which changes failed. Always
 * there, since a screen reader reads what is added to it.
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

/** The card of an animal that is being removed says so itself. */
function isShown({ state, change }: UndoableChange): boolean {
  return state === 'failed' || (state === 'waiting' && change.kind === 'status');
}

function ChangeNotice({ one }: { one: UndoableChange }) {
  const { changes } = useSession();
  const { name, id } = one.pet;
  const drop = () => changes.undo(id);
  return (
    <li className="notice">
      <p>
        <bdi className="short-name">{name}</bdi>{' '}
        {one.state === 'failed' ? failureOf(one.change) : madeOf(one.change)}
      </p>
      {one.state === 'waiting' && <Undo name={name} until={one.until} onUndo={drop} />}
      {one.state === 'failed' && (
        <>
          <ErrorNote error={one.error} />
          <button type="button" onClick={drop}>
            Close
          </button>
        </>
      )}
    </li>
  );
}

function madeOf(change: AnimalChange): string {
  return change.kind === 'status' ? `is set to “${statusName(change.status)}”.` : 'is being removed.';
}

function failureOf(change: AnimalChange): string {
  return change.kind === 'status' ? 'keeps its status.' : 'is not removed.';
}

function Undo({ name, until, onUndo }: { name: string; until: number; onUndo(): void }) {
  const seconds = useSecondsUntil(until);
  return (
    <button type="button" onClick={onUndo}>
      Undo<span className="visually-hidden"> the status of {name}</span>{' '}
      <span aria-hidden="true">({seconds})</span>
    </button>
  );
}
