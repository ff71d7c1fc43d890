import { type Html, html } from '../../../../platform/http/html.ts';

/** What was typed or chosen; a list only for several choices. */
export type Typed = string | readonly string[];

/** A field of a form, as it is shown again with what was typed. */
export interface Field {
  /** Its name in the body of the form, and its id in the page. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with what was typed, in a sentence. */
  readonly fault?: string | undefined;
  readonly isRequired: boolean;
  /** The word for fields that are not required. */
  readonly optional: string;
  readonly typed: Typed;
}

interface TextField extends Field {
  readonly type: 'text' | 'email' | 'tel' | 'date' | 'number' | 'long';
  readonly maxLength?: number;
  readonly autocomplete?: string;
}

export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** More choices are a list that opens, so that the form stays short. */
const MAX_RADIOS = 6;

/** Returns a field for text. A number is a text with a keyboard of digits: browsers refuse a comma in their own. */
export function textField(field: TextField): Html {
  const { name, type, maxLength, autocomplete, typed } = field;
  const shared = html`id="${name}" name="${name}"${maxLength !== undefined && html` maxlength="${maxLength}"`}${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}${stateOf(field)}`;
  const control =
    type === 'long'
      ? // The parser drops a line break after the tag.
        html`<textarea ${shared} rows="5">\n${textOf(typed)}</textarea>`
      : html`<input ${shared} type="${type === 'number' ? 'text' : type}"${type === 'number' && html` inputmode="decimal"`} value="${textOf(typed)}">`;
  return html`<div class="field${field.fault !== undefined && ' wrong'}">
<label for="${name}">${labelOf(field)}</label>
${notesOf(field)}${control}
</div>
`;
}

/** Returns a field with one choice: buttons, or a list that opens. */
export function choiceField(field: Field, choices: readonly Choice[], choose: string): Html {
  if (choices.length <= MAX_RADIOS) return groupOf(field, choices, 'radio');
  const { name, typed } = field;
  return html`<div class="field${field.fault !== undefined && ' wrong'}">
<label for="${name}">${labelOf(field)}</label>
${notesOf(field)}<select id="${name}" name="${name}"${stateOf(field)}><option value="">${choose}</option>${choices.map(
    ({ value, text }) => html`<option value="${value}"${value === typed && html` selected`}>${text}</option>`,
  )}</select>
</div>
`;
}

/** Returns a field with any number of choices. */
export function choicesField(field: Field, choices: readonly Choice[]): Html {
  return groupOf(field, choices, 'checkbox');
}

/** The first control has the id of the field, which the summary of the faults leads to. */
function groupOf(field: Field, choices: readonly Choice[], type: 'radio' | 'checkbox'): Html {
  const { name, typed, fault } = field;
  const isChosen = (value: string) => (typeof typed === 'string' ? typed === value : typed.includes(value));
  return html`<fieldset class="field${fault !== undefined && ' wrong'}"${describedBy(field)}>
<legend>${labelOf(field)}</legend>
${notesOf(field)}${choices.map(
  ({ value, text }, index) =>
    html`<label class="check"><input type="${type}" id="${index === 0 ? name : `${name}.${index}`}" name="${name}" value="${value}"${isChosen(value) && html` checked`}${fault !== undefined && html` aria-invalid="true"`}${type === 'radio' && field.isRequired && html` required`}> <span dir="auto">${text}</span></label>\n`,
)}</fieldset>
`;
}

function labelOf({ label, isRequired, optional }: Field): Html {
  return html`<span dir="auto">${label}</span>${!isRequired && html` <span class="optional">(${optional})</span>`}`;
}

function notesOf({ name, hint, fault }: Field): Html {
  return html`${hint !== undefined && html`<p class="hint" id="${name}.hint" dir="auto">${hint}</p>\n`}${fault !== undefined && html`<p class="fault" id="${name}.fault">${fault}</p>\n`}`;
}

/** The form has `novalidate`, so that faults are shown in the language of the page. */
function stateOf(field: Field): Html {
  return html`${field.isRequired && html` required`}${field.fault !== undefined && html` aria-invalid="true"`}${describedBy(field)}`;
}

function describedBy({ name, hint, fault }: Field): Html | false {
  const ids = [hint !== undefined && `${name}.hint`, fault !== undefined && `${name}.fault`].filter(Boolean);
  return ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`;
}

function textOf(typed: Typed): string {
  return typeof typed === 'string' ? typed : typed.join(', ');
}

/** A fault above the form, with a link to its field; without one if it belongs to no field. */
export interface ListedFault {
  readonly text: string;
  readonly name?: string;
  readonly label?: string;
}

/** The id of the summary, to which the address of the form leads: a browser and a screen reader go on from there. */
export const FAULTS_ID = 'faults';

/** Returns the summary of what is wrong. */
export function faultSummary(title: string, faults: readonly ListedFault[]): Html {
  return html`<div class="faults" id="${FAULTS_ID}" role="alert" tabindex="-1">
<h2>${title}</h2>
<ul>
${faults.map(({ text, name, label }) => html`<li>${name === undefined ? text : html`<a href="#${name}"><span dir="auto">${label}</span> – ${text}</a>`}</li>\n`)}</ul>
</div>
`;
}
