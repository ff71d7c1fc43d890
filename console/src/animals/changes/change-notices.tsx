import { useObservable } from '../../observable.ts';
import type { AnimalChange, UndoableChange } from '../../session/undoable-changes.ts';
import { useSession } from '../../session/use-session.ts';
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
  const all = [...useObservable(changes.byPet).values()];
  return (
    <ul className="notices" aria-live="polite">
      {all
        .filter((one) => isShown(one) && !isInGroup(one))
        .map((one) => (
          <ChangeNotice key={String(one.pet.id)} one={one} />
        ))}
      {groupsIn(all).map((group) => (
        <GroupNotice key={group[0]?.pet.id} changes={group} />
      ))}
    </ul>
  );
}

/** A waiting removal is shown by the card of the animal. */
function isShown({ state, change }: UndoableChange): boolean {
  return state === 'failed' || (state === 'waiting' && change.kind === 'status');
}

type WaitingChange = Extract<UndoableChange, { state: 'waiting' }>;

/** Whether the change is undone together with others. */
function isInGroup(one: UndoableChange): one is WaitingChange {
  return one.state === 'waiting' && one.group.length > 1;
}

function groupsIn(all: readonly UndoableChange[]): WaitingChange[][] {
  const waiting = all.filter(isInGroup);
  const groups = new Set(waiting.map(({ group }) => group));
  return [...groups].map((group) => waiting.filter((one) => one.group === group));
}

/** The changes of several animals, which are undone together. */
function GroupNotice({ changes: all }: { changes: readonly WaitingChange[] }) {
  const { changes } = useSession();
  const [first] = all;
  if (first === undefined) return null;
  return (
    <li className="notice">
      <p>
        {TEXTS.animals(all.length)} {descriptionOf(first.change, all.length)}
      </p>
      <Undo what={TEXTS.theStatuses} until={first.until} onUndo={() => changes.undoAll(first.group)} />
    </li>
  );
}

function ChangeNotice({ one }: { one: UndoableChange }) {
  const { changes } = useSession();
  const { name, id } = one.pet;
  const undo = () => changes.undo(id);
  return (
    <li className="notice">
      <p>
        <bdi className="short-name">{name}</bdi>{' '}
        {one.state === 'failed' ? failureOf(one.change) : descriptionOf(one.change, 1)}
      </p>
      {one.state === 'waiting' && <Undo what={TEXTS.theStatusOf(name)} until={one.until} onUndo={undo} />}
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

function descriptionOf(change: AnimalChange, count: number): string {
  return change.kind === 'status' ? TEXTS.isSetTo(statusName(change.status), count) : TEXTS.isBeingRemoved;
}

function failureOf(change: AnimalChange): string {
  return change.kind === 'status' ? TEXTS.wasNotChanged : TEXTS.wasNotRemoved;
}

function Undo({ what, until, onUndo }: { what: string; until: number; onUndo(): void }) {
  const seconds = useSecondsUntil(until);
  return (
    <button type="button" onClick={onUndo}>
      {TEXTS.undo}
      <span className="visually-hidden">{what}</span> <span aria-hidden="true">({seconds})</span>
    </button>
  );
}
