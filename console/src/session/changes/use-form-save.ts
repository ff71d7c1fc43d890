import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormConflict, fieldConflict } from '../../ui/forms/conflicts/form-conflict.ts';
import type { FormSave } from '../../ui/forms/conflicts/form-save.ts';
import { type FormValues, mergedForm, mergeValues } from '../../ui/forms/conflicts/merge-values.ts';
import { restoredFrom } from '../../ui/forms/draft.ts';
import { shownFields, valueIn } from '../../ui/forms/form-values.ts';
import { sendCurrent } from './guarded-change.ts';

interface FormSaveOptions<Item> {
  /** What the form changes, as the page has it now. */
  item: Item;
  /** Reads the newest version. */
  read(): Promise<Item>;
  /** Returns what the fields of the form have for a version, by their names. */
  valuesOf(item: Item): FormValues;
  /** Names of fields that are one value, such as an amount and its currency. */
  together?: ReadonlyArray<readonly string[]>;
  /**
   * Sends the change, on the condition that `current` is still the newest version if the operation has one.
   *
   * @param form the newest version, with what was changed in the form.
   * @param changed the names of the fields that were changed in the form.
   */
  send(form: FormData, current: Item, changed: ReadonlySet<string>): Promise<unknown>;
  /** Called after it was saved. */
  onSaved?(): unknown;
  /** Called with the newest version if someone else has changed the same. */
  onConflict?(current: Item): unknown;
}

interface Snapshot {
  readonly form: HTMLFormElement;
  readonly data: FormData;
  readonly mine: Readonly<Record<string, string | boolean | undefined>>;
}

/**
 * Saves a form so that it changes only what was changed in it. The newest version is read first. A field that someone else has
 * changed to another value is a conflict: the form shows both values, and the next time its own value is sent, because the user
 * has seen the other one.
 *
 * @returns `opened` as well: the version that the fields of the form are filled from.
 */
export function useFormSave<Item>(options: FormSaveOptions<Item>): FormSave & { opened: Item } {
  const { item, read, valuesOf, together, send, onSaved, onConflict } = options;
  const [opened] = useState(item);
  const base = useRef<FormValues>(undefined);
  base.current ??= valuesOf(opened);
  const values = valuesOf(item);
  const mutation = useMutation({
    mutationFn: ({ form, data, mine }: Snapshot) =>
      sendCurrent(async () => {
        const newest = await read();
        const current = valuesOf(newest);
        const { changed, conflicts } = mergeValues({
          base: base.current ?? current,
          mine,
          current,
          together,
        });
        const shown = conflicts.filter((name) => isShown(form, name));
        if (shown.length === 0) return send(mergedForm(data, current, changed), newest, changed);
        const fields = shown.map((name) => fieldConflict(form, name, mine[name] ?? '', current[name] ?? ''));
        const seen = Object.fromEntries(conflicts.map((name) => [name, current[name] ?? '']));
        base.current = { ...base.current, ...seen };
        onConflict?.(newest);
        throw new FormConflict(fields);
      }),
    onSuccess: () => onSaved?.(),
  });
  const { isPending, isSuccess, error, reset } = mutation;
  return {
    opened,
    isPending,
    isSuccess,
    error,
    reset,
    values,
    isBehind: () => JSON.stringify(values) !== JSON.stringify(base.current),
    follow: () => {
      base.current = values;
    },
    submit: (form) => {
      base.current = asOpened(form, base.current ?? values);
      restoredFrom.delete(form);
      const mine = Object.fromEntries(Object.keys(values).map((name) => [name, valueIn(form, name)]));
      mutation.mutate({ form, data: new FormData(form), mine });
    },
  };
}

/** Returns what the fields had when someone began to change them: a draft may be older than what the form was opened with. */
function asOpened(form: HTMLFormElement, opened: FormValues): FormValues {
  const entries = Object.entries(restoredFrom.get(form) ?? {}).filter(([name]) => name in opened);
  const before = entries.map(([name, value]) => [
    name,
    typeof opened[name] === 'boolean' ? value === 'true' : value,
  ]);
  return { ...opened, ...Object.fromEntries(before) };
}

/** A hidden field that stands for nothing that people see, such as the only currency, is no conflict. */
function isShown(form: HTMLFormElement, name: string): boolean {
  return shownFields(form, name).some(
    ({ type, dataset }) => type !== 'hidden' || dataset.label !== undefined,
  );
}
