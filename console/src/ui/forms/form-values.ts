export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function isCheckbox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}

export function isRadio(field: Field): field is HTMLInputElement {
  return field.type === 'radio';
}

/** Returns the fields with a name: several for radio buttons, none if the form does not have it now. */
export function fieldsNamed(form: HTMLFormElement, name: string): Field[] {
  return [...form.querySelectorAll<Field>('input, select, textarea')].filter((field) => field.name === name);
}

/** Returns what a field has; undefined if the form does not have it now, or if no one can change it. */
export function valueIn(form: HTMLFormElement, name: string): string | boolean | undefined {
  const fields = fieldsNamed(form, name).filter((field) => !field.disabled);
  const [first] = fields;
  if (first === undefined) return undefined;
  if (isRadio(first)) return fields.find((field) => isRadio(field) && field.checked)?.value ?? '';
  return isCheckbox(first) ? first.checked : first.value;
}

/** A select that is set to a choice that it does not have would be empty, and a radio button has one value. */
export function accepts(field: Field, value: string): boolean {
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

/** Sets the fields with a name as if someone had filled them in. */
export function setValue(form: HTMLFormElement, name: string, value: string | boolean): void {
  const text = String(value);
  for (const field of shownFields(form, name)) if (accepts(field, text)) setField(field, text);
}

/** A hidden field names the one that people see, from which it gets its value. */
export function shownFields(form: HTMLFormElement, name: string): Field[] {
  return fieldsNamed(form, name).flatMap((field) =>
    field.dataset.shownAs === undefined ? field : fieldsNamed(form, field.dataset.shownAs),
  );
}
