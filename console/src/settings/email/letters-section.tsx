import type { EmailTexts } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { emailTextsOf } from '../../queries/email-query.ts';
import { useSession } from '../../session/use-session.ts';
import { language } from '../../texts/language.ts';
import { LANGUAGES } from '../../texts/languages.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { LetterForm } from './letter-form.tsx';
import { LETTER_TEXTS as TEXTS } from './letter-texts.ts';

type Text = EmailTexts['texts'][number];

/** The texts of the letters to applicants: choose one, change it, look at it. */
export function LettersSection() {
  const { data, error, refetch } = useQuery(emailTextsOf(useSession().petstore));
  return (
    <section className="card settings">
      <h2>{TEXTS.title}</h2>
      <p>{TEXTS.purpose}</p>
      {data === undefined && error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {data !== undefined && <Letters texts={data.texts} />}
    </section>
  );
}

function Letters({ texts }: { texts: readonly Text[] }) {
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
              <option key={one} value={one}>
                {LANGUAGES[one]}
              </option>
            ))}
          </select>
        </div>
      </div>
      {text !== undefined && <LetterForm key={`${kind} ${chosen}`} text={text} texts={texts} />}
    </>
  );
}
