import type { EmailTexts } from '@petstore/client';
import { useId, useState } from 'react';
import { language } from '../../texts/language.ts';
import { LANGUAGES } from '../../texts/languages.ts';
import { LetterForm } from './letter-form.tsx';
import { LETTER_TEXTS as TEXTS } from './letter-texts.ts';

/** Chooses one of the letters to applicants, and changes it. */
export function Letters({ letters }: { letters: EmailTexts }) {
  const { texts } = letters;
  const id = useId();
  const [kind, setKind] = useState<string>('received');
  const [chosen, setChosen] = useState<string>(language);
  const text = texts.find((one) => one.kind === kind && one.language === chosen);
  const kinds = [...new Set(texts.map((one) => one.kind))];
  const languages = [...new Set(texts.map((one) => one.language))];
  return (
    <>
      <div className="settings-columns">
        <div className="settings-column">
          <label htmlFor={`${id}-kind`}>{TEXTS.letter}</label>
          <select id={`${id}-kind`} value={kind} onChange={({ target }) => setKind(target.value)}>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {TEXTS.kinds[one]}
              </option>
            ))}
          </select>
        </div>
        <div className="settings-column">
          <label htmlFor={`${id}-language`}>{TEXTS.language}</label>
          <select id={`${id}-language`} value={chosen} onChange={({ target }) => setChosen(target.value)}>
            {languages.map((one) => (
              <option key={one} value={one} lang={one}>
                {LANGUAGES[one]}
              </option>
            ))}
          </select>
        </div>
      </div>
      {text !== undefined && <LetterForm key={`${kind} ${chosen}`} texts={letters} text={text} />}
    </>
  );
}
