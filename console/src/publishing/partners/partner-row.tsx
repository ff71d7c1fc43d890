import type { Partner } from '@petstore/client';
import { useState } from 'react';
import { Moment } from '../../session/moment.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { usePartnerChange } from './partner-queries.ts';
import { FAILURES, TEXTS } from './partner-texts.ts';

/** One partner, what is known of it, and what can be done with it. */
export function PartnerRow({ partner }: { partner: Partner }) {
  const { id, url, state, name = new URL(url).host } = partner;
  const [isRemoving, setRemoving] = useState(false);
  const change = usePartnerChange((petstore, isOn: boolean) =>
    petstore.publishing.changePartner(id, { isOn }),
  );
  const button = (text: string, onClick: () => void) => (
    <button type="button" disabled={change.isPending} onClick={onClick}>
      {text}
      <span className="visually-hidden"> {name}</span>
    </button>
  );
  return (
    <li className="partner-row">
      <h3 dir="auto">{name}</h3>
      <p className="detail">
        <a href={url} target="_blank" rel="noreferrer">
          {new URL(url).host}
        </a>
      </p>
      {state === 'on' ? (
        <Facts partner={partner} />
      ) : (
        <p>{state === 'off' ? TEXTS.states.off : TEXTS.states.gone}</p>
      )}
      <p className="partner-actions">
        {state === 'on' && button(TEXTS.readNow, () => change.mutate(true))}
        {button(state === 'on' ? TEXTS.switchOff : TEXTS.switchOn, () => change.mutate(state !== 'on'))}
        {button(TEXTS.remove, () => setRemoving(true))}
      </p>
      <div role="alert">{change.error !== null && <ErrorNote error={change.error} />}</div>
      {isRemoving && <RemovePartner id={id} name={name} onClose={() => setRemoving(false)} />}
    </li>
  );
}

function Facts({ partner }: { partner: Partner }) {
  const { readAt, license, animalCount, failingSince, failure } = partner;
  return (
    <>
      {readAt === undefined ? (
        failingSince === undefined && <p className="hint">{TEXTS.waiting}</p>
      ) : (
        <p>
          {TEXTS.animals(animalCount)} · {license === undefined ? TEXTS.allRights : TEXTS.license(license)}
        </p>
      )}
      {failingSince !== undefined && (
        <p>
          <strong>
            {TEXTS.failing} <Moment at={failingSince} />.
          </strong>{' '}
          {failure !== undefined && FAILURES[failure]}
        </p>
      )}
    </>
  );
}

/** Asks before a partner is removed. */
function RemovePartner({ id, name, onClose }: { id: bigint; name: string; onClose(): void }) {
  const remove = usePartnerChange((petstore) => petstore.publishing.removePartner(id));
  return (
    <ConfirmDialog
      title={TEXTS.removeOf(name)}
      submit={TEXTS.removeSubmit}
      mutation={remove}
      onClose={onClose}
    >
      <p>{TEXTS.removeEffect}</p>
    </ConfirmDialog>
  );
}
