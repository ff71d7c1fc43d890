import { type RefObject, useEffect, useRef, useState } from 'react';
import { editedForms } from '../../edited-forms.ts';
import type { FormValues } from './conflicts/merge-values.ts';
import { accepts, type Field, isCheckbox, isRadio, setField, setValue } from './form-values.ts';
import { deleteDraft, saveDraft, takeDraft, type Values } from './stored-drafts.ts';

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
  /** Gives the fields other values to begin with, as nothing was typed into them. */
  rebase(values: FormValues): void;
}

/** What the fields had when what a form has restored was typed. Others may have changed it since. */
export const restoredFrom = new WeakMap<HTMLFormElement, Values>();

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
  // What was restored of fields, and choices, that the form does not have yet.
  const missing = useRef<Values>({});
  // What the fields had when the draft was begun.
  const before = useRef<Values>({});
  const [isRestored, setRestored] = useState(false);
  const [isEdited, setEdited] = useState(false);
  useEffect(() => {
    const element = form.current;
    if (element === null || name === undefined) return;
    let isTouched = false;
    let isOver = false;
    initial.current ??= valuesOf(element);
    const follow = () => {
      isTouched = true;
      const changed = { ...missing.current, ...differences(initial.current ?? {}, valuesOf(element)) };
      const isChanged = Object.keys(changed).length > 0;
      const old = { ...initial.current, ...before.current };
      if (isChanged) saveDraft(name, changed, only(old, Object.keys(changed)));
      else deleteDraft(name);
      setEdited(isChanged);
      if (isChanged) editedForms.add(element);
      else editedForms.delete(element);
    };
    const restore = () => {
      const draft = isOver ? undefined : takeDraft(name);
      if (draft === undefined) return;
      before.current = draft.before ?? {};
      restoredFrom.set(element, before.current);
      missing.current = draft.values;
      missing.current = fill(element, draft.values);
      follow();
      setRestored(true);
    };
    // After the effect: only then React handles each change before the next one.
    queueMicrotask(restore);
    const onInput = ({ target }: Event) => {
      if (isField(target)) missing.current = without(missing.current, target.name);
      follow();
    };
    // A click changes the form before the checkbox reports it.
    const onClick = () => {
      isTouched = true;
    };
    // Some fields appear with a choice in another one, and some choices arrive late.
    const observer = new MutationObserver(() => {
      if (!isTouched) initial.current = valuesOf(element);
      else {
        missing.current = fill(element, missing.current);
        follow();
      }
    });
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('click', onClick);
    element.addEventListener('input', onInput);
    element.addEventListener('change', onInput);
    return () => {
      isOver = true;
      observer.disconnect();
      element.removeEventListener('click', onClick);
      element.removeEventListener('input', onInput);
      element.removeEventListener('change', onInput);
      editedForms.delete(element);
    };
  }, [form, name]);
  const forget = () => {
    missing.current = {};
    before.current = {};
    if (form.current !== null) restoredFrom.delete(form.current);
    if (name !== undefined) deleteDraft(name);
  };
  const clear = () => {
    forget();
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
    if (form.current !== null && initial.current !== undefined) {
      fill(form.current, initial.current);
      editedForms.delete(form.current);
    }
    forget();
    setRestored(false);
    setEdited(false);
  };
  const rebase = (values: FormValues) => {
    if (form.current === null) return;
    for (const [field, value] of Object.entries(values)) setValue(form.current, field, value);
    clear();
    setEdited(false);
  };
  return { isRestored, isEdited, clear, discard, rebase };
}

/** The fields of a form that people fill in, without files and secrets. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>('input, select, textarea')].filter(
    ({ name, type }) => name !== '' && !['file', 'hidden', 'password'].includes(type),
  );
}

function isField(target: EventTarget | null): target is Field {
  return [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((kind) => target instanceof kind);
}

/** Of some radio buttons with one name, the chosen one has the value. */
function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries(
    fieldsOf(form)
      .filter((field) => !isRadio(field) || field.checked)
      .map((field) => [field.name, isCheckbox(field) ? String(field.checked) : field.value]),
  );
}

function differences(before: Values, now: Values): Values {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => before[name] !== value));
}

function only(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

function without(values: Values, name: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
}

/** Sets the fields as if they were typed. Returns the values for which the form has no field, or no choice. */
function fill(form: HTMLFormElement, values: Values): Values {
  let missing = values;
  for (const field of fieldsOf(form)) {
    const value = values[field.name];
    if (value === undefined || !accepts(field, value)) continue;
    missing = without(missing, field.name);
    setField(field, value);
  }
  return missing;
}
