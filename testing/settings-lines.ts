import { readFileSync } from 'node:fs';

/** One row of the table of docs/deploy.md: what a settings file contains, and what each reader makes of it. */
export interface SettingsLines {
  /** As the file has it, with its invisible characters. */
  readonly text: string;
  readonly petstore: Reading;
  readonly systemd: Reading;
  readonly docker: Reading;
}

/** The name of the shelter, or what happens instead. */
export type Reading = { readonly name: string } | 'not set' | 'refused';

/** How the table shows what is invisible. */
const INVISIBLE: Readonly<Record<string, string>> = {
  '␠': ' ',
  '␍': '\r',
  '␤': '\n',
  '(BOM)': '\ufeff',
  '(U+00A0)': '\u00a0',
};

const ROW = /^\| `` (.+?) `` \| (.+?) \| (.+?) \| (.+?) \|$/gm;

/** Reads the table that begins with the heading "in the file". */
export function settingsLines(): SettingsLines[] {
  const document = readFileSync(new URL('../docs/deploy.md', import.meta.url), 'utf8');
  return [...document.matchAll(ROW)].map(([, shown = '', ...cells]) => {
    const [petstore, systemd, docker] = cells.map(readingOf);
    if (petstore === undefined || systemd === undefined || docker === undefined)
      throw new Error(`The table of docs/deploy.md has an invalid row: ${shown}`);
    return { text: visible(shown), petstore, systemd, docker };
  });
}

function readingOf(cell: string): Reading | undefined {
  if (cell === 'not set' || cell === 'refused') return cell;
  const [, name] = /^`` (.+) ``$/.exec(cell) ?? [];
  return name === undefined ? undefined : { name };
}

function visible(shown: string): string {
  return Object.entries(INVISIBLE).reduce(
    (text, [symbol, character]) => text.replaceAll(symbol, character),
    shown,
  );
}
