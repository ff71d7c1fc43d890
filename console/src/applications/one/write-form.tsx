import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { useSession } from '../../session/use-session.ts';
import { useDraft } from '../../ui/forms/draft.ts';
import { FormBody, FormField, FormProblem } from '../../ui/forms/form-field.tsx';
import { useFormKey } from '../../ui/forms/form-key.ts';
import { applicationOf } from '../application-queries.ts';

const MAX_TEXT = 2_000;

interface WriteFormProps {
  draft: string;
  label: string;
  hint: string;
  submit: string;
  pending: string;
  applicationId: bigint;
  kind: 'message' | 'note';
}

/** Adds a message or a note. What is typed is kept until it is sent. */
export function WriteForm({ applicationId, kind, ...props }: WriteFormProps) {
  const { petstore, queries } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const { key, renew } = useFormKey();
  const send = useMutation({
    mutationFn: (text: string) => {
      const options = { idempotencyKey: key };
      return kind === 'message'
        ? petstore.applications.sendMessage(applicationId, text, options)
        : petstore.applications.addNote(applicationId, text, options);
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: applicationOf(petstore, applicationId).queryKey });
      renew();
      form.current?.reset();
    },
  });
  const draft = useDraft(form, props.draft, send.isSuccess);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!send.isPending) send.mutate(String(new FormData(event.currentTarget).get('text')).trim());
  };
  const changed = () => {
    renew();
    if (send.isSuccess) send.reset();
  };
  return (
    <form ref={form} onSubmit={submit} onInput={changed}>
      <FormBody form={form} error={send.error} draft={draft}>
        <FormField name="text" label={props.label} hint={props.hint}>
          {(field) => <textarea {...field} required rows={3} maxLength={MAX_TEXT} />}
        </FormField>
      </FormBody>
      <FormProblem form={form} error={send.error} />
      <div className="form-actions">
        <button type="submit" disabled={send.isPending}>
          {send.isPending ? props.pending : props.submit}
        </button>
      </div>
    </form>
  );
}
