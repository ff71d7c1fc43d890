import type { ImportPreview } from '@petstore/client';
import { StoredSetting } from '../../stored-setting.ts';
import { type Answers, guessedAnswers } from './answers.ts';
import { fittingAnswers } from './fitting-answers.ts';

/** The answers for each shape of a file, which is the list of its columns. They stay in this browser. */
export const rememberedAnswers = {
  /** Returns the answers for such a file before, or the guesses. The order of the dates is asked for each file. */
  read(preview: ImportPreview): Answers {
    const guesses = guessedAnswers(preview);
    const stored = fittingAnswers(settingOf(preview).readJson(), preview);
    return stored === undefined ? guesses : { ...stored, dateOrder: guesses.dateOrder };
  },
  save(preview: ImportPreview, answers: Answers): void {
    settingOf(preview).saveJson(answers);
  },
};

function settingOf({ columns }: ImportPreview): StoredSetting {
  return new StoredSetting(`petstore.import 2 ${JSON.stringify(columns.map(({ name }) => name))}`);
}
