import { type EmailText, type EmailTexts, etagOf } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { type MouseEvent, useRef } from 'react';
import { useFormSave } from '../../session/changes/use-form-save.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import type { FormValues } from '../../ui/forms/conflicts/merge-values.ts';
import { FormField } from '../../ui/forms/form-field.tsx';
import { setField } from '../../ui/forms/form-values.ts';
import { SavedForm } from '../../ui/forms/saved-form.tsx';
import { emailTextsOf } from './email-queries.ts';
import { LETTER_TEXTS as TEXTS } from './letter-texts.ts';

type Text = EmailTexts['texts'][number];

/** Changes the text of one letter in one language, and shows how it looks. */
export function LetterForm({ texts, text }: { texts: EmailTexts; text: Text }) {
  const fields = useRef<HTMLDivElement>(null);
  const { petstore, queries } = useSession();
  const { kind, language } = text;
  const saving = useFormSave({
    item: texts,
    read: () => petstore.settings.getEmailTexts(),
    valuesOf: (all) => valuesOf(all.texts.find((one) => isSameLetter(one, text)) ?? text),
    send: async (form, current) => {
      // All are saved together.
      const others = current.texts.filter((one) => one.isChanged && !isSameLetter(one, text));
      const saved = await petstore.settings.changeEmailTexts(
        { texts: [typed(form), ...others.map(requestOf)] },
        { ifMatch: etagOf(current) ?? '' },
      );
      queries.setQueryData(emailTextsOf(petstore).queryKey, saved);
    },
  });
  const preview = useMutation({
    mutationFn: (changed: EmailText) => petstore.settings.previewEmailText(changed),
  });
  const change = () => {
    if (!preview.isIdle) preview.reset();
  };
  const restore = () => {
    for (const field of fields.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[name]') ??
      [])
      setField(field, field.name === SUBJECT ? text.delivered.subject : text.delivered.body);
    saving.reset();
    change();
  };
  const typed = (values: FormData): EmailText => ({
    kind,
    language,
    subject: String(values.get(SUBJECT) ?? ''),
    body: String(values.get(BODY) ?? ''),
  });
  const look = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (form !== null) preview.mutate(typed(new FormData(form)));
  };
  return (
    <>
      <SavedForm
        className="settings"
        aria-label={TEXTS.kinds[kind]}
        draft={`letter ${kind} ${language}`}
        heading={null}
        texts={TEXTS}
        saving={saving}
        actions={
          <>
            <button type="button" onClick={restore}>
              {TEXTS.asDelivered}
            </button>
            <button type="button" disabled={preview.isPending} onClick={look}>
              {TEXTS.preview}
            </button>
          </>
        }
      >
        <div ref={fields} className="settings-column" onInput={change}>
          <FormField name={SUBJECT} label={TEXTS.subject}>
            {(field) => (
              <input {...field} lang={language} required maxLength={200} defaultValue={text.subject} />
            )}
          </FormField>
          <FormField name={BODY} label={TEXTS.body} hint={TEXTS.bodyHint}>
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
        </div>
        <ul className="placeholders">
          {text.placeholders.map((name) => (
            <li key={name}>
              <code>{`{${name}}`}</code> {TEXTS.placeholders[name]}
              {text.required.includes(name) && <> · {TEXTS.needed}</>}
            </li>
          ))}
        </ul>
      </SavedForm>
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
    </>
  );
}

/** The names of the fields in a request whose first text is the one of the form. */
const SUBJECT = 'texts.0.subject';
const BODY = 'texts.0.body';

function valuesOf({ subject, body }: Text): FormValues {
  return { [SUBJECT]: subject, [BODY]: body };
}

function isSameLetter(one: EmailText, other: EmailText): boolean {
  return one.kind === other.kind && one.language === other.language;
}

function requestOf({ kind, language, subject, body }: Text): EmailText {
  return { kind, language, subject, body };
}
