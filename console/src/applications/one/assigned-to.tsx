import type { Application } from '@petstore/client';
import { useId } from 'react';
import { usePerson } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useColleagues } from '../use-colleagues.ts';
import { TEXTS } from './application-texts.ts';
import { useApplicationChange } from './use-application-change.ts';

/** Who handles it. Those who may not see the persons of the account choose themselves or no one. */
export function AssignedTo({ application }: { application: Application }) {
  const id = useId();
  const self = usePerson();
  const { assignee } = application;
  const choices = useColleagues(assignee);
  const change = useApplicationChange(application);
  const assign = (value: string) => change.mutate({ assignedTo: value === '' ? null : BigInt(value) });
  return (
    <div className="assigned-to">
      <label htmlFor={id}>{TEXTS.assigned}</label>
      <select
        id={id}
        value={String(assignee?.id ?? '')}
        aria-busy={change.isPending}
        onChange={({ target }) => assign(target.value)}
      >
        <option value="">{TEXTS.noOne}</option>
        {choices.map(({ id: personId, name }) => (
          <option key={String(personId)} value={String(personId)}>
            {personId === self?.id ? TEXTS.me(name) : name}
          </option>
        ))}
      </select>
      <div role="alert">{change.error !== null && <ErrorNote error={change.error} />}</div>
    </div>
  );
}
