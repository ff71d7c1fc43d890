import { type FormEvent, type ReactNode, useRef } from 'react';
import { useDraft } from './draft.ts';
import { FormBody } from './form-field.tsx';

interface SavedFormProps {
  className: string;
  /** The id of the heading that names it. */
  'aria-labelledby'?: string;
  'aria-label'?: string;
  /** The name of what is typed. The browser keeps it until it is saved or discarded. */
  draft: string;
  /** Above the fields. */
  heading: ReactNode;
  texts: { readonly save: string; readonly saving: string; readonly saved: string };
  saving: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly error: Error | null;
    reset(): void;
  };
  onSave(form: HTMLFormElement): void;
  /** Other buttons, before the one that saves. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A form that stays on the page after it was saved, and states that until something is changed. */
export function SavedForm({
  draft: name,
  heading,
  texts,
  saving,
  onSave,
  actions,
  children,
  ...others
}: SavedFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft(form, name, saving.isSuccess);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave(event.currentTarget);
  };
  return (
    <form ref={form} onSubmit={save} onInput={() => saving.isSuccess && saving.reset()} {...others}>
      {heading}
      <FormBody form={form} error={saving.error} draft={draft}>
        {children}
      </FormBody>
      <div className="form-actions">
        <span role="status">{saving.isSuccess && texts.saved}</span>
        {actions}
        <button type="submit" className="primary" disabled={saving.isPending}>
          {saving.isPending ? texts.saving : texts.save}
        </button>
      </div>
    </form>
  );
}
