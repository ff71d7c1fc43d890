import type { ApplicationSettings as Settings } from '@petstore/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { SavedForm } from '../../ui/forms/saved-form.tsx';
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
  const saving = useMutation({
    mutationFn: (changed: Settings) => petstore.applications.changeSettings(changed),
    onSuccess: (saved) => queries.setQueryData(applicationSettingsOf(petstore).queryKey, saved),
  });
  return (
    <SavedForm
      className="card application-settings"
      aria-labelledby={id}
      draft="application-settings"
      heading={<h2 id={id}>{TEXTS.title}</h2>}
      texts={TEXTS}
      saving={saving}
      onSave={(form) => saving.mutate(settingsIn(new FormData(form)))}
    >
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
    </SavedForm>
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
