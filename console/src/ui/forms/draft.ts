import { type RefObject, useEffect, useRef, useState } from 'react';
import { editedForms } from '../../edited-forms.ts';
import { StoredSetting } from '../../stored-setting.ts';

/** The values of the fields of a form, by their names. */
type Values = Readonly<Record<string, string>>;
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What was typed into a form and is not saved. The browser keeps it until it is saved or discarded. */
export interface Draft {
  /** The form shows what was typed when it was open before. */
  readonly isRestored: boolean;
  /** The form has something that is not saved. */
  readonly isEdited: boolean;
  /** Deletes what the browser keeps, because it is saved. */
  clear(): void;
  /** Makes the form as it was before. */
  discard(): void;
}

/**
 * Keeps what is typed into a form, and restores it when the form is opened again.
 *
 * @param name of the form and of what it changes; undefined if nothing is kept.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  name: string | undefined,
  isSaved: boolean,
): Draft {
  const initial = useRef<Values>(undefined);
  const [isRestored, setRestored] = useState(false);
  const [isEdited, setEdited] = useState(false);
  useEffect(() => {
    const element = form.current;
    if (element === null || name === undefined) return;
    const stored = storedDraft(name);
    initial.current ??= valuesOf(element);
    const follow = () => {
      const changed = differences(initial.current ?? {}, valuesOf(element));
      const isChanged = Object.keys(changed).length > 0;
      if (isChanged) stored.saveJson(changed);
      else stored.clear();
      setEdited(isChanged);
      if (isChanged) editedForms.add(element);
      else editedForms.delete(element);
    };
    const draft = stored.readJson();
    if (isValues(draft)) {
      fill(element, draft);
      follow();
      setRestored(true);
    }
    element.addEventListener('input', follow);
    element.addEventListener('change', follow);
    return () => {
      element.removeEventListener('input', follow);
      element.removeEventListener('change', follow);
      editedForms.delete(element);
    };
  }, [form, name]);
  const clear = () => {
    if (name !== undefined) storedDraft(name).clear();
    if (form.current === null) return;
    editedForms.delete(form.current);
    initial.current = valuesOf(form.current);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the form is saved
  useEffect(() => {
    if (!isSaved) return;
    clear();
    setRestored(false);
    setEdited(false);
  }, [isSaved]);
  const discard = () => {
    setRestored(false);
    // Its listener deletes the draft.
    if (form.current !== null && initial.current !== undefined) fill(form.current, initial.current);
  };
  return { isRestored, isEdited, clear, discard };
}

function storedDraft(name: string): StoredSetting {
  return new StoredSetting(`petstore.draft ${name}`);
}

function isValues(stored: unknown): stored is Values {
  const isObject = typeof stored === 'object' && stored !== null;
  return isObject && Object.values(stored).every((value) => typeof value === 'string');
}

/** The fields of a form that people fill in, without files and secrets. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>('input, select, textarea')].filter(
    ({ name, type }) => name !== '' && !['file', 'hidden', 'password'].includes(type),
  );
}

function isCheckbox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries(
    fieldsOf(form).map((field) => [field.name, isCheckbox(field) ? String(field.checked) : field.value]),
  );
}

function differences(before: Values, now: Values): Values {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => before[name] !== value));
}

/** Sets the fields as if they were typed. */
function fill(form: HTMLFormElement, values: Values): void {
  for (const field of fieldsOf(form)) {
    const value = values[field.name];
    if (value === undefined) continue;
    if (isCheckbox(field) && String(field.checked) !== value) field.click();
    if (isCheckbox(field) || field.value === value) continue;
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
