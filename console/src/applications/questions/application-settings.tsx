import { etagOf, type ApplicationSettings as Settings } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormSave } from '../../session/changes/use-form-save.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { onlyChanged } from '../../ui/forms/conflicts/merge-values.ts';
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
  const saving = useFormSave({
    item: settings,
    read: () => petstore.applications.settings(),
    valuesOf: (current) => ({ ...current, promiseDays: String(current.promiseDays) }),
    send: async (form, current, changed) => {
      const asked = { ...current, ...onlyChanged(settingsIn(form), changed) };
      const saved = await petstore.applications.changeSettings(asked, { ifMatch: etagOf(current) ?? '' });
      queries.setQueryData(applicationSettingsOf(petstore).queryKey, saved);
    },
  });
  const { opened } = saving;
  return (
    <SavedForm
      className="card application-settings"
      aria-labelledby={id}
      draft="application-settings"
      heading={<h2 id={id}>{TEXTS.title}</h2>}
      texts={TEXTS}
      saving={saving}
    >
      <label className="switch">
        <input type="checkbox" name="isOpen" defaultChecked={opened.isOpen} />
        {TEXTS.isOpen}
      </label>
      <p className="hint">{TEXTS.isOpenHint}</p>
      <label className="switch">
        <input type="checkbox" name="takesGeneral" defaultChecked={opened.takesGeneral} />
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
            defaultValue={opened.promiseDays}
          />
        )}
      </FormField>
      <label className="switch">
        <input type="checkbox" name="showAnswerTime" defaultChecked={opened.showAnswerTime} />
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
