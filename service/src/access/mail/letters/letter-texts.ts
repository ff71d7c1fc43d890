import { LANGUAGES } from '../../../platform/core/languages.ts';
import type { LetterKind } from '../../../platform/database/column-values.ts';

/** What a text has in braces, such as `{animal}`. It is filled in when a letter is written. */
export const PLACEHOLDERS = ['animal', 'shelter', 'date', 'message', 'animals', 'link'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** The subject and the text of a letter. An empty line begins a paragraph. */
export interface LetterText {
  readonly subject: string;
  readonly body: string;
}

/** What a language has. */
export interface LetterTexts {
  readonly kinds: Readonly<Record<LetterKind, LetterText>>;
  /** The animal of an applicant who has not chosen any. */
  readonly anyAnimal: string;
}

interface KindRules {
  /** What its text may have. */
  readonly allowed: readonly Placeholder[];
  /** What its text must have. */
  readonly required: readonly Placeholder[];
}

/**
 * What the texts of each kind may have. An address may be anyone's, so that no letter has what its applicant has typed. The answers of
 * a shelter have its own words; a confirmation and the end of an application, which no one writes, have none of a key either.
 */
export const KIND_RULES: Readonly<Record<LetterKind, KindRules>> = {
  received: { allowed: ['shelter', 'date', 'link'], required: ['link'] },
  asked: { allowed: ['animal', 'shelter', 'message', 'link'], required: ['message', 'link'] },
  accepted: { allowed: ['animal', 'shelter', 'message', 'link'], required: [] },
  declined: { allowed: ['animal', 'shelter', 'message', 'link'], required: [] },
  closed: { allowed: ['shelter', 'animals', 'link'], required: [] },
};

/** They have several lines, or an address. */
const ONLY_IN_BODY: readonly Placeholder[] = ['message', 'animals', 'link'];

export const LETTER_KINDS = Object.keys(KIND_RULES) as readonly LetterKind[]; // TypeScript declares all keys as string

/** All texts, in the order in which they are shown. */
export const ALL_TEXTS = LETTER_KINDS.flatMap((kind) => LANGUAGES.map((language) => ({ kind, language })));

/** Returns what is wrong with a text, as the ends of sentences. */
export function textFaults(
  kind: LetterKind,
  { subject, body }: LetterText,
): { readonly subject: string | undefined; readonly body: string | undefined } {
  const { allowed, required } = KIND_RULES[kind];
  const inSubject = allowed.filter((name) => !ONLY_IN_BODY.includes(name));
  const missing = required.find((name) => !body.includes(`{${name}}`));
  return {
    subject: /[\p{Cc}\u2028\u2029]/u.test(subject)
      ? 'must be one line of text'
      : partFault(subject, inSubject),
    body:
      missing === undefined
        ? partFault(body, allowed)
        : `must contain {${missing}}: without it the letter does not help who receives it`,
  };
}

function partFault(text: string, allowed: readonly Placeholder[]): string | undefined {
  if (text.trim() === '') return 'must not be empty';
  if (!text.isWellFormed() || /[^\P{Cc}\n]/u.test(text)) return 'must be text without control characters';
  const found = [...text.matchAll(/\{([^{}\n]*)\}/g)].map(([, name = '']) => name);
  const unknown = found.find((name) => !allowed.some((one) => one === name));
  if (unknown === undefined) return undefined;
  return `must have only ${allowed.map((one) => `{${one}}`).join(', ')} in braces; got {${unknown.slice(0, 40)}}`;
}
