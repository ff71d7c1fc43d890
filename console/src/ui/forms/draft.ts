import { type RefObject, useEffect, useRef, useState } from 'react';
import { editedForms } from '../../edited-forms.ts';
import { deleteDraft, saveDraft, takeDraft, type Values } from './stored-drafts.ts';

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
  // What was restored of fields, and choices, that the form does not have yet.
  const missing = useRef<Values>({});
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
      if (isChanged) saveDraft(name, changed);
      else deleteDraft(name);
      setEdited(isChanged);
      if (isChanged) editedForms.add(element);
      else editedForms.delete(element);
    };
    const restore = () => {
      const draft = isOver ? undefined : takeDraft(name);
      if (draft === undefined) return;
      missing.current = draft;
      missing.current = fill(element, draft);
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
  const clear = () => {
    missing.current = {};
    if (name !== undefined) deleteDraft(name);
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
    missing.current = {};
    if (form.current !== null && initial.current !== undefined) {
      fill(form.current, initial.current);
      editedForms.delete(form.current);
    }
    if (name !== undefined) deleteDraft(name);
    setRestored(false);
    setEdited(false);
  };
  return { isRestored, isEdited, clear, discard };
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

function isCheckbox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}

function isRadio(field: Field): field is HTMLInputElement {
  return field.type === 'radio';
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

/** A select that is set to a choice that it does not have would be empty, and a radio button has one value. */
function accepts(field: Field, value: string): boolean {
  if (isRadio(field)) return field.value === value;
  return !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value);
}

/** Sets a field as if the value was typed or chosen. */
export function setField(field: Field, value: string): void {
  if (isRadio(field)) {
    if (!field.checked) field.click();
    return;
  }
  if (isCheckbox(field)) {
    if (String(field.checked) !== value) field.click();
    return;
  }
  // A select may show a choice only until others arrive. After an event it keeps it.
  if (field.value === value && !(field instanceof HTMLSelectElement)) return;
  // The setter on the element itself is that of React, which would take this for a change by a component.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
