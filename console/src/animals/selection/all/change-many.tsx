import type { Pet } from '@petstore/client';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { applyPet, applyRemoval } from '../../../queries/apply-changes.ts';
import { invalidatePermissions } from '../../../queries/permission-queries.ts';
import { hrefOf } from '../../../route.ts';
import type { AnimalChange } from '../../../session/changes/stored-batches.ts';
import { itemOf } from '../../../session/changes/undoable-changes.ts';
import type { Session } from '../../../session/session.ts';
import { useSession } from '../../../session/use-session.ts';
import { statusName } from '../../../texts/status-names.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TEXTS as CHANGES } from '../../changes/changes-texts.ts';
import { TEXTS as SELECTION } from '../selection-texts.ts';
import { TEXTS as ALL } from './all-texts.ts';
import { byReason, changeInChunks, type Outcome } from './chunks.ts';
import { TEXTS } from './many-texts.ts';

/** How many animals of each reason the summary names. */
const MAX_NAMED = 10;

interface ChangeManyProps {
  pets: readonly Pet[];
  change: AnimalChange;
  /** Whether some animals cannot get their status back. */
  isFinal: boolean;
  /** Called when the change has begun: the selection is no longer needed. */
  onBegin(): void;
  onClose(): void;
}

/** Asks, changes many animals with a progress that can be stopped, and lists in the end what was not changed. */
export function ChangeMany({ pets, change, isFinal, onBegin, onClose }: ChangeManyProps) {
  const session = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [stop] = useState(() => new AbortController());
  const [outcome, setOutcome] = useState<Outcome<Pet>>();
  const [isOver, setOver] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const isRunning = outcome !== undefined && !isOver;
  useWarningBeforeLeaving(isRunning);
  const begin = async () => {
    setOutcome({ done: 0, failed: [], left: pets });
    onBegin();
    const send = (chunk: readonly Pet[]) => sendChunk(session, chunk, change);
    setOutcome(await changeInChunks(pets, { send, onProgress: setOutcome, signal: stop.signal }));
    setOver(true);
  };
  const cancel = (event: { preventDefault(): void }) => {
    if (!isRunning) return;
    event.preventDefault();
    stop.abort();
  };
  const close = () => dialog.current?.close();
  const question =
    change.kind === 'removal'
      ? CHANGES.questionOfMany(pets.length)
      : SELECTION.question(pets.length, statusName(change.status));
  return (
    <dialog ref={dialog} aria-labelledby={id} onCancel={cancel} onClose={onClose}>
      <div className="change-many">
        <h2 id={id}>{question}</h2>
        {outcome === undefined && (
          <>
            <p>{change.kind === 'removal' ? CHANGES.staysInBin(pets.length) : TEXTS.noUndo}</p>
            {change.kind === 'status' && <p>{TEXTS.companionsToo}</p>}
            {isFinal && <p>{TEXTS.isFinal}</p>}
            <Actions>
              <button type="button" onClick={close}>
                {TEXTS.cancel}
              </button>
              <button type="button" className="primary" onClick={begin}>
                {change.kind === 'removal' ? CHANGES.removeSubmit.name : SELECTION.confirm.name}
              </button>
            </Actions>
          </>
        )}
        {isRunning && (
          <Running
            outcome={outcome}
            all={pets.length}
            isStopping={stop.signal.aborted}
            onStop={() => stop.abort()}
          />
        )}
        {outcome !== undefined && isOver && (
          <>
            <Summary outcome={outcome} />
            <Actions>
              <button type="button" className="primary" onClick={close}>
                {CHANGES.close}
              </button>
            </Actions>
          </>
        )}
      </div>
    </dialog>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="form-actions">{children}</div>;
}

interface RunningProps {
  outcome: Outcome<Pet>;
  all: number;
  isStopping: boolean;
  onStop(): void;
}

function Running({ outcome, all, isStopping, onStop }: RunningProps) {
  const [wasStopped, setStopped] = useState(isStopping);
  const count = all - outcome.left.length;
  const stop = () => {
    setStopped(true);
    onStop();
  };
  return (
    <>
      <p role="status">{TEXTS.progress(count, all)}</p>
      <progress value={count} max={all} aria-label={TEXTS.progress(count, all)} />
      <Actions>
        <button type="button" onClick={stop} disabled={wasStopped}>
          {ALL.stop}
        </button>
      </Actions>
    </>
  );
}

function Summary({ outcome }: { outcome: Outcome<Pet> }) {
  const { done, failed, left, error } = outcome;
  return (
    <div role="status" className="summary-of-many">
      <p>{TEXTS.changed(done)}</p>
      {left.length > 0 && <p>{TEXTS.left(left.length)}</p>}
      {error instanceof Error && <ErrorNote error={error} />}
      {failed.length > 0 && <p>{TEXTS.failed(failed.length)}</p>}
      <ul>
        {byReason(outcome).map(([reason, pets]) => (
          <li key={reason}>
            {reason}
            {' · '}
            {pets.slice(0, MAX_NAMED).map((pet, index) => (
              <span key={String(pet.id)}>
                {index > 0 && ', '}
                <a href={hrefOf({ page: 'animal', id: pet.id })}>{pet.name}</a>
              </span>
            ))}
            {pets.length > MAX_NAMED && ` ${TEXTS.others(pets.length - MAX_NAMED)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Changes animals with one request, and shows what was changed. Returns the reason of each that was not. */
async function sendChunk(
  session: Session,
  pets: readonly Pet[],
  change: AnimalChange,
): Promise<Array<string | undefined>> {
  const { results } = await session.petstore.pets.batch(pets.map((pet) => itemOf({ pet, change })));
  const changed = results.flatMap(({ pet, error }, index) => {
    const before = pets[index];
    if (error !== undefined || before === undefined) return [];
    if (change.kind === 'removal') applyRemoval(session, before);
    else if (pet !== undefined) applyPet(session, pet, false);
    return [{ pet: pet ?? { id: before.id, status: undefined } }];
  });
  invalidatePermissions(session.queries, changed);
  return results.map(({ error }) => error && reasonIn(error.message));
}

/** Reasons name an animal or an order by its number, which would make each of them another one. */
function reasonIn(message: string): string {
  return message.replace(/\b(pet|order) \d+/gi, '$1');
}

/** Closing the tab would stop the change after the chunk that was sent. */
function useWarningBeforeLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isRunning]);
}
