import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { FormSave } from './conflicts/form-save.ts';
import { useDraft } from './draft.ts';
import { FormBody, FormProblem } from './form-field.tsx';

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
  saving: FormSave;
  /** Other buttons, before the one that saves. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A form that stays on the page after it was saved, and states that until something is changed. While nothing is changed in it, it
 * shows what others change.
 */
export function SavedForm({
  draft: name,
  heading,
  texts,
  saving,
  actions,
  children,
  ...others
}: SavedFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft(form, name, saving.isSuccess);
  useEffect(() => {
    if (draft.isEdited || saving.isPending || !saving.isBehind()) return;
    draft.rebase(saving.values);
    saving.follow();
  });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    saving.submit(event.currentTarget);
  };
  return (
    <form ref={form} onSubmit={save} onInput={() => saving.isSuccess && saving.reset()} {...others}>
      {heading}
      <FormBody form={form} error={saving.error} draft={draft}>
        {children}
      </FormBody>
      <FormProblem form={form} error={saving.error} />
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
