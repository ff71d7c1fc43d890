import type { Columns } from './fields.ts';
import type { ValueChoices } from './mapping.ts';

/** What the user has chosen for a file. */
export interface Matching {
  readonly columns: Columns;
  readonly choices: ValueChoices;
}

/** The choices for each shape of a file, which is the list of its columns. They stay in this browser. */
export const rememberedMatchings = {
  read(columns: readonly string[]): Matching | undefined {
    const text = localStorage.getItem(nameOf(columns));
    return text === null ? undefined : (JSON.parse(text) as Matching); // written by `save`
  },
  save(columns: readonly string[], matching: Matching): void {
    localStorage.setItem(nameOf(columns), JSON.stringify(matching));
  },
};

function nameOf(columns: readonly string[]): string {
  return `petstore.import ${JSON.stringify(columns)}`;
}
