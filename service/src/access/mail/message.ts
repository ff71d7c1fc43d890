import { html } from '../../platform/http/html.ts';
import { MAIL_TEXTS, type MailLanguage } from './texts/languages.ts';
import type { Letter, MailTexts } from './texts/mail-texts.ts';

/** An e-mail as it is stored and sent. */
export interface Message {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Writes an e-mail in a language: plain text, and the same as simple HTML. */
export function writeMessage(language: MailLanguage, letterOf: (texts: MailTexts) => Letter): Message {
  const { subject, parts } = letterOf(MAIL_TEXTS[language]);
  const text = parts.map((part) => {
    if (typeof part === 'string') return oneLine(part);
    return 'code' in part ? part.code : part.url;
  });
  const paragraphs = parts.map((part) => {
    if (typeof part === 'string') return html`<p>${oneLine(part)}</p>`;
    if ('code' in part) return html`<p style="font-size: 2em; letter-spacing: 0.2em">${part.code}</p>`;
    return html`<p><a href="${part.url}">${part.label}</a></p><p>${part.url}</p>`;
  });
  const page = html`<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${oneLine(subject)}</title><body>${paragraphs}</body></html>`;
  return { subject: oneLine(subject), text: `${text.join('\n\n')}\n`, html: page.toString() };
}

/** Replaces line breaks and other control characters, which could begin another header field, by spaces. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}
