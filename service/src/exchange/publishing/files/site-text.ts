import type { Site } from '../sites/site.ts';

/** Sites show some of these as other characters. */
const ASCII: ReadonlyArray<readonly [RegExp, string]> = [
  [/[\u2018\u2019\u201A\u201B\u2032]/g, "'"],
  [/[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u00A0\u2000-\u200A\u202F]/g, ' '],
  [/[\u200B\uFEFF]/g, ''],
];
const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F]/g;

function ascii(text: string): string {
  return ASCII.reduce((changed, [characters, other]) => changed.replace(characters, other), text);
}

/** Returns a text of one line with quotes and dashes that every site shows. */
export function oneLine(text: string): string {
  return ascii(text.replace(LINE_BREAK, ' ').replace(/\t/g, ' ')).replace(CONTROL, '').trim();
}

/** Returns a text whose line breaks are those of the site, which reads it as HTML: no other text becomes an element. */
export function withLineBreaks(text: string, lineBreak: Site['lineBreak']): string {
  const lines = ascii(text).replace(/\t/g, ' ').trim().split(LINE_BREAK);
  return lines
    .map((line) => line.replace(CONTROL, '').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
    .join(lineBreak);
}

/** Returns at most so many code points. */
export function cut(text: string, maxLength: number | undefined): string {
  if (maxLength === undefined || text.length <= maxLength) return text;
  return [...text].slice(0, maxLength).join('').trimEnd();
}
