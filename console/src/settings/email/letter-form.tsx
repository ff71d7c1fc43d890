import type { EmailText, EmailTexts } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { emailTextsOf } from '../../queries/email-query.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { setField, useDraft } from '../../ui/forms/draft.ts';
import { FormBody, FormField } from '../../ui/forms/form-field.tsx';
import { LETTER_TEXTS as TEXTS } from './letter-texts.ts';

type Text = EmailTexts['texts'][number];

interface LetterFormProps {
  text: Text;
  /** All of them: they are saved together. */
  texts: readonly Text[];
}

/** Changes the text of one letter in one language, and shows how it looks. */
export function LetterForm({ text, texts }: LetterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { petstore, queries } = useSession();
  const { kind, language } = text;
  const saving = useMutation({
    mutationFn: (changed: EmailText) => {
      const others = texts.filter((one) => one !== text && one.isChanged).map(requestOf);
      return petstore.settings.changeEmailTexts({ texts: [changed, ...others] });
    },
    onSuccess: (saved) => queries.setQueryData(emailTextsOf(petstore).queryKey, saved),
  });
  const preview = useMutation({
    mutationFn: (changed: EmailText) => petstore.settings.previewEmailText(changed),
  });
  const draft = useDraft(form, `letter ${kind} ${language}`, saving.isSuccess);
  const typed = (): EmailText => {
    const values = new FormData(form.current ?? undefined);
    const member = (name: string) => String(values.get(`texts.0.${name}`) ?? '');
    return { kind, language, subject: member('subject'), body: member('body') };
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    saving.mutate(typed());
  };
  const restore = () => {
    for (const name of ['subject', 'body'] as const) {
      const field = form.current?.elements.namedItem(`texts.0.${name}`);
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
        setField(field, text.delivered[name]);
    }
  };
  return (
    <form
      ref={form}
      className="settings"
      onSubmit={save}
      onInput={() => {
        if (saving.isSuccess) saving.reset();
        if (!preview.isIdle) preview.reset();
      }}
    >
      <FormBody form={form} error={saving.error} draft={draft}>
        <FormField name="texts.0.subject" label={TEXTS.subject}>
          {(field) => (
            <input {...field} lang={language} required maxLength={200} defaultValue={text.subject} />
          )}
        </FormField>
        <FormField name="texts.0.body" label={TEXTS.body} hint={TEXTS.bodyHint}>
          {(field) => (
            <textarea
              {...field}
              lang={language}
              required
              rows={14}
              maxLength={5_000}
              defaultValue={text.body}
            />
          )}
        </FormField>
      </FormBody>
      <ul className="placeholders">
        {text.placeholders.map((name) => (
          <li key={name}>
            <code>{`{${name}}`}</code> {TEXTS.placeholders[name]}
            {text.required.includes(name) && <> · {TEXTS.needed}</>}
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <span role="status">{saving.isSuccess && TEXTS.saved}</span>
        <button type="button" onClick={restore}>
          {TEXTS.asDelivered}
        </button>
        <button type="button" disabled={preview.isPending} onClick={() => preview.mutate(typed())}>
          {TEXTS.preview}
        </button>
        <button type="submit" className="primary" disabled={saving.isPending}>
          {saving.isPending ? TEXTS.saving : TEXTS.save}
        </button>
      </div>
      <div role="status">
        {preview.error !== null && <ErrorNote error={preview.error} />}
        {preview.data !== undefined && (
          <div className="letter-preview" lang={language}>
            <p>
              <strong>{preview.data.subject}</strong>
            </p>
            <p>{preview.data.text}</p>
          </div>
        )}
      </div>
    </form>
  );
}

function requestOf({ kind, language, subject, body }: Text): EmailText {
  return { kind, language, subject, body };
}
