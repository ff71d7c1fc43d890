import { PageError } from '../../../texts/error-text.ts';
import { fullDay } from '../../local-text.ts';
import { TEXTS } from '../../ui-texts.ts';
import { fieldsNamed, isCheckbox, isRadio, shownFields } from '../form-values.ts';

/** One field that two people have changed, with both values as the form shows them. */
export interface FieldConflict {
  readonly name: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  /** What the field is set to if the user takes that of the other person. */
  readonly value: string | boolean;
  /** What the user has entered. */
  readonly ownValue: string | boolean;
}

/** Someone else has changed fields that were changed in this form. Nothing was sent. */
export class FormConflict extends PageError {
  override readonly name = 'FormConflict';
  readonly fields: readonly FieldConflict[];

  constructor(fields: readonly FieldConflict[]) {
    super(TEXTS.conflict(fields.length));
    this.fields = fields;
  }
}

/** Describes a conflict in the words of the form. */
export function fieldConflict(
  form: HTMLFormElement,
  name: string,
  ownValue: string | boolean,
  value: string | boolean,
): FieldConflict {
  return {
    name,
    label: labelOf(form, name),
    mine: textOf(form, name, ownValue),
    theirs: textOf(form, name, value),
    ownValue,
    value,
  };
}

function labelOf(form: HTMLFormElement, name: string): string {
  const [field] = shownFields(form, name);
  const named = fieldsNamed(form, name)[0]?.dataset.label;
  if (field === undefined || named !== undefined) return named ?? name;
  const legend = isRadio(field) ? field.closest('fieldset')?.querySelector('legend') : undefined;
  return textIn(legend ?? field.labels?.[0]) ?? field.getAttribute('aria-label') ?? name;
}

/** Without what only explains the name. */
function textIn(element: HTMLElement | null | undefined): string | undefined {
  const text = (element?.querySelector<HTMLElement>('strong') ?? element)?.innerText;
  return text?.replace(/\s+/g, ' ').trim();
}

function textOf(form: HTMLFormElement, name: string, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? TEXTS.yes : TEXTS.no;
  const fields = shownFields(form, name);
  const [field] = fields;
  if (field instanceof HTMLSelectElement) {
    const option = [...field.options].find((one) => one.value === value);
    if (option !== undefined) return option.text;
  }
  const chosen = fields.find((one) => isRadio(one) && one.value === value);
  const text = textIn(chosen?.labels?.[0]);
  if (text !== undefined) return text;
  if (value === '') return TEXTS.empty;
  return field?.type === 'date' && !isCheckbox(field) ? fullDay(value) : value;
}
