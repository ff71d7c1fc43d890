import { StoredSetting } from '../../stored-setting.ts';
import type { Columns } from './column-guesses.ts';
import type { ValueChoices } from './mapping.ts';

/** What the user has chosen for a file. */
export interface Matching {
  readonly columns: Columns;
  readonly choices: ValueChoices;
}

/** The choices for each shape of a file, which is the list of its columns. They stay in this browser. */
export const rememberedMatchings = {
  read(columns: readonly string[]): Matching | undefined {
    return settingOf(columns).readJson() as Matching | undefined; // written by `save`
  },
  save(columns: readonly string[], matching: Matching): void {
    settingOf(columns).saveJson(matching);
  },
};

function settingOf(columns: readonly string[]): StoredSetting {
  return new StoredSetting(`petstore.import ${JSON.stringify(columns)}`);
}
