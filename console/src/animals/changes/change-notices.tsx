import { type ReactNode, useEffect, useRef } from 'react';
import { useObservable } from '../../observable.ts';
import type { AnimalChange } from '../../session/changes/stored-batches.ts';
import type {
  ChangeGroup,
  UndoableChange,
  UnsavedChanges,
  WaitingChange,
} from '../../session/changes/undoable-changes.ts';
import { useSession } from '../../session/use-session.ts';
import { PAGE_NAMES } from '../../texts/page-names.ts';
import { statusName } from '../../texts/status-names.ts';
import { useSecondsUntil } from '../../ui/countdown.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TEXTS } from './changes-texts.ts';

/** How many changes that are not saved a notice lists. */
const MAX_LISTED = 5;

/**
 * Shows on every page the changes that can be undone, and those that failed. Always rendered, because screen
 * readers announce what is added to it.
 */
export function ChangeNotices() {
  const { changes, isReady, reportError } = useSession();
  const all = [...useObservable(changes.byPet).values()];
  const unsaved = useObservable(changes.unsaved);
  const mayRead = useObservable(isReady);
  useEffect(() => {
    if (mayRead) changes.offerStored().catch(reportError);
  }, [changes, mayRead, reportError]);
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
      {unsaved.map((one) => (
        <UnsavedNotice key={one.batch.key} unsaved={one} />
      ))}
    </ul>
  );
}

function isShown({ state }: UndoableChange): boolean {
  return state !== 'sending';
}

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
  const what = first.change.kind === 'removal' ? TEXTS.theRemovals : TEXTS.theStatuses;
  return (
    <WaitingNotice group={first.group}>
      <p>
        {TEXTS.animals(all.length)} {descriptionOf(first.change, all.length)}
      </p>
      <Undo what={what} change={first} onUndo={() => changes.undoAll(first.group)} />
    </WaitingNotice>
  );
}

function ChangeNotice({ one }: { one: UndoableChange }) {
  const { changes } = useSession();
  const { name, id } = one.pet;
  const undo = () => changes.undo(id);
  const shortName = <bdi className="short-name">{name}</bdi>;
  if (one.state === 'waiting') {
    const what = one.change.kind === 'removal' ? TEXTS.theRemovalOf(name) : TEXTS.theStatusOf(name);
    return (
      <WaitingNotice group={one.group}>
        <p>
          {shortName} {descriptionOf(one.change, 1)}
        </p>
        <Undo what={what} change={one} onUndo={undo} />
      </WaitingNotice>
    );
  }
  return (
    <li className="notice">
      <p>
        {shortName} {failureOf(one.change)}
      </p>
      {one.state === 'failed' && <ErrorNote error={one.error} />}
      <button type="button" onClick={undo}>
        {TEXTS.close}
      </button>
    </li>
  );
}

/** Changes for which no response arrived, also those of a page that was closed. */
function UnsavedNotice({ unsaved }: { unsaved: UnsavedChanges }) {
  const { changes } = useSession();
  const { error } = unsaved;
  const all = unsaved.batch.changes;
  return (
    <li className="notice">
      <div>
        <p>{TEXTS.areNotSaved(all.length)}</p>
        <ul className="unsaved">
          {all.slice(0, MAX_LISTED).map(({ pet, change }) => (
            <li key={String(pet.id)}>
              <bdi>{pet.name}</bdi>
              {' → '}
              {change.kind === 'status' ? statusName(change.status) : PAGE_NAMES.bin}
            </li>
          ))}
          {all.length > MAX_LISTED && <li>{TEXTS.others(all.length - MAX_LISTED)}</li>}
        </ul>
      </div>
      {error !== undefined && <ErrorNote error={error} />}
      <button type="button" onClick={() => changes.save(unsaved)}>
        {TEXTS.saveNow}
      </button>
      <button type="button" onClick={() => changes.discard(unsaved)}>
        {TEXTS.discard}
      </button>
    </li>
  );
}

/** The time of the changes stands still while the pointer or the focus is in the notice. */
function WaitingNotice({ group, children }: { group: ChangeGroup; children: ReactNode }) {
  const { changes } = useSession();
  const reasons = useRef(new Set<'pointer' | 'focus'>());
  const hold = (reason: 'pointer' | 'focus') => {
    reasons.current.add(reason);
    changes.hold(group);
  };
  const release = (reason: 'pointer' | 'focus') => {
    reasons.current.delete(reason);
    if (reasons.current.size === 0) changes.release(group);
  };
  // A notice that is no longer shown gets no event when the pointer leaves it.
  useEffect(() => () => changes.release(group), [changes, group]);
  return (
    <li
      className="notice"
      // A notice that appears below a pointer that rests does not hold itself.
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && hold('pointer')}
      onPointerLeave={() => release('pointer')}
      onFocus={() => hold('focus')}
      onBlur={() => release('focus')}
    >
      {children}
    </li>
  );
}

function descriptionOf(change: AnimalChange, count: number): string {
  return change.kind === 'status'
    ? TEXTS.isSetTo(statusName(change.status), count)
    : TEXTS.goesToTheBin(count);
}

function failureOf(change: AnimalChange): string {
  return change.kind === 'status' ? TEXTS.wasNotChanged : TEXTS.wasNotRemoved;
}

function Undo({ what, change, onUndo }: { what: string; change: WaitingChange; onUndo(): void }) {
  const { until, heldMs } = change;
  const running = useSecondsUntil(until);
  const seconds = heldMs === undefined ? running : Math.ceil(heldMs / 1000);
  return (
    <button type="button" onClick={onUndo}>
      {TEXTS.undo}
      <span className="visually-hidden">{what}</span>{' '}
      <span className="seconds" aria-hidden="true">
        {seconds}
      </span>
    </button>
  );
}
