import type { Language } from '../../../platform/core/languages.ts';
import { type Html, html } from '../../../platform/http/html.ts';
import { type Message, oneLine } from '../message.ts';
import type { LetterText, Placeholder } from './letter-texts.ts';

/** What is filled in: a text, or addresses. A paragraph with a placeholder that has no value is left out. */
export type LetterValues = Readonly<Partial<Record<Placeholder, string | readonly string[]>>>;

const BRACES = /\{([a-z]+)\}/;

/** Writes a letter: plain text, and the same as simple HTML. */
export function fillLetter(language: Language, { subject, body }: LetterText, values: LetterValues): Message {
  const paragraphs = body
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim().split(BRACES))
    .filter((pieces) => pieces.every((piece, index) => index % 2 === 0 || hasValue(values, piece)));
  const title = oneLine(textOf(subject.split(BRACES), values));
  const marked = paragraphs.map(
    (pieces) => html`<p>${pieces.map((piece, i) => htmlOf(i, piece, values))}</p>`,
  );
  const page = html`<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title><body>${marked}</body></html>`;
  return {
    subject: title,
    text: `${paragraphs.map((pieces) => textOf(pieces, values)).join('\n\n')}\n`,
    html: page.toString(),
  };
}

/** Every second piece is the name of a placeholder. */
function textOf(pieces: readonly string[], values: LetterValues): string {
  return pieces
    .map((piece, index) => {
      if (index % 2 === 0) return clean(piece);
      const value = filledIn(values, piece);
      if (typeof value === 'string') return clean(value);
      return value.join('\n');
    })
    .join('');
}

function htmlOf(index: number, piece: string, values: LetterValues): readonly Html[] {
  const value = index % 2 === 0 ? piece : filledIn(values, piece);
  if (typeof value === 'string')
    return lines(
      clean(value)
        .split('\n')
        .map((line) => html`${line}`),
    );
  return lines(value.map((url) => html`<a href="${url}">${url}</a>`));
}

function lines(parts: readonly Html[]): Html[] {
  return parts.map((part, index) => (index === 0 ? part : html`<br>${part}`));
}

function filledIn(values: LetterValues, name: string): string | readonly string[] {
  return values[name as Placeholder] ?? ''; // an unknown name has no value
}

function hasValue(values: LetterValues, name: string): boolean {
  return filledIn(values, name).length > 0;
}

/** Removes control characters other than the end of a line. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n]+/gu, ' ');
}
