import type { ApplicationSettings as Settings } from '@petstore/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef } from 'react';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useDraft } from '../../ui/forms/draft.ts';
import { FormBody, FormField } from '../../ui/forms/form-field.tsx';
import { applicationSettingsOf } from '../application-queries.ts';
import { TEXTS } from './settings-texts.ts';

const MAX_PROMISE_DAYS = 60;

/** How the shelter takes applications, and what it promises. */
export function ApplicationSettings() {
  const { petstore } = useSession();
  const { data, error, refetch } = useQuery(applicationSettingsOf(petstore));
  if (data !== undefined) return <SettingsForm settings={data} />;
  return (
    <div className="card application-settings" aria-busy={error === null}>
      {error !== null && <ErrorNote error={error} onRetry={refetch} />}
    </div>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { petstore, queries } = useSession();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const saving = useMutation({
    mutationFn: (changed: Settings) => petstore.applications.changeSettings(changed),
    onSuccess: (saved) => queries.setQueryData(applicationSettingsOf(petstore).queryKey, saved),
  });
  const draft = useDraft(form, 'application-settings', saving.isSuccess);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    saving.mutate(settingsIn(new FormData(event.currentTarget)));
  };
  return (
    <form
      ref={form}
      className="card application-settings"
      aria-labelledby={id}
      onSubmit={save}
      onInput={() => saving.isSuccess && saving.reset()}
    >
      <h2 id={id}>{TEXTS.title}</h2>
      <FormBody form={form} error={saving.error} draft={draft}>
        <label className="switch">
          <input type="checkbox" name="isOpen" defaultChecked={settings.isOpen} />
          {TEXTS.isOpen}
        </label>
        <p className="hint">{TEXTS.isOpenHint}</p>
        <label className="switch">
          <input type="checkbox" name="takesGeneral" defaultChecked={settings.takesGeneral} />
          {TEXTS.takesGeneral}
        </label>
        <FormField name="promiseDays" label={TEXTS.promiseDays} hint={TEXTS.promiseHint}>
          {(field) => (
            <input
              {...field}
              type="number"
              required
              min={1}
              max={MAX_PROMISE_DAYS}
              defaultValue={settings.promiseDays}
            />
          )}
        </FormField>
        <label className="switch">
          <input type="checkbox" name="showAnswerTime" defaultChecked={settings.showAnswerTime} />
          {TEXTS.showAnswerTime}
        </label>
        <p className="hint">{TEXTS.showHint}</p>
      </FormBody>
      <div className="form-actions">
        <span role="status">{saving.isSuccess && TEXTS.saved}</span>
        <button type="submit" className="primary" disabled={saving.isPending}>
          {saving.isPending ? TEXTS.saving : TEXTS.save}
        </button>
      </div>
    </form>
  );
}

function settingsIn(form: FormData): Settings {
  return {
    isOpen: form.has('isOpen'),
    takesGeneral: form.has('takesGeneral'),
    promiseDays: Number(form.get('promiseDays')),
    showAnswerTime: form.has('showAnswerTime'),
  };
}
