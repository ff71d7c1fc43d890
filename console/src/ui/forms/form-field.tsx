import { createContext, type ReactNode, type RefObject, useContext, useEffect, useId } from 'react';
import { faultsIn } from '../../texts/field-faults.ts';
import { ErrorNote } from '../error-note.tsx';
import { TEXTS } from '../ui-texts.ts';
import { ConflictNote } from './conflicts/conflict-note.tsx';
import { FormConflict } from './conflicts/form-conflict.ts';
import type { Draft } from './draft.ts';

/** What is wrong with the fields of a form, by their names. */
const Faults = createContext<ReadonlyMap<string, string>>(new Map());

interface FormBodyProps {
  form: RefObject<HTMLFormElement | null>;
  /** Why the form was not saved. */
  error: Error | null;
  draft: Draft;
  children: ReactNode;
}

/** The fields of a form, each one with what is wrong with it. `FormProblem` belongs beside the button that saves. */
export function FormBody({ form, error, draft, children }: FormBodyProps) {
  const faults = faultsIn(error);
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, error]);
  return (
    <Faults value={faults}>
      <p role="status">
        {draft.isRestored && (
          <>
            {TEXTS.restored}{' '}
            <button type="button" className="quiet" onClick={draft.discard}>
              {TEXTS.discard}
            </button>
          </>
        )}
      </p>
      {children}
    </Faults>
  );
}

/** What prevents saving, beside the button that saves, where people look after they have pressed it. */
export function FormProblem({ form, error }: Pick<FormBodyProps, 'form' | 'error'>) {
  const faults = faultsIn(error);
  const isConflict = error instanceof FormConflict;
  return (
    <>
      <div role="alert">
        {error !== null && faults.size === 0 && !isConflict && <ErrorNote error={error} />}
        {faults.size > 0 && <p className="error-note">{TEXTS.checkFields(faults.size)}</p>}
      </div>
      {isConflict && <ConflictNote form={form} conflict={error} />}
    </>
  );
}

/** Returns what is wrong with a field of the form. */
export function useFault(name: string): string | undefined {
  return useContext(Faults).get(name);
}

/** The attributes of an input. */
export interface FieldInput {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FormFieldProps {
  /** The name in the API. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  children(input: FieldInput): ReactNode;
}

/** A label, an input, a hint, and what is wrong with the value. */
export function FormField({ name, label, hint, children }: FormFieldProps) {
  const id = useId();
  const fault = useFault(name);
  // What is wrong takes the place of the hint, which often reads the same.
  const note = fault ?? hint;
  const noteId = `${id}-${fault === undefined ? 'hint' : 'fault'}`;
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-describedby': note === undefined ? undefined : noteId,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {note !== undefined && (
        <p id={noteId} className={fault === undefined ? 'hint' : 'field-fault'}>
          {note}
        </p>
      )}
    </>
  );
}
