import { useId, useRef } from 'react';
import { CategoryName } from '../../category-name.tsx';
import { nameOfField, type Word } from './word-choices.ts';
import { TEXTS } from './words-texts.ts';

interface WordRowProps {
  word: Word;
  choices: readonly string[];
  siteName: string;
}

/** One word of the shelter, the word of the site, and a guess if there is none. A guess is sent only after someone takes it. */
export function WordRow({ word, choices, siteName }: WordRowProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { kind, categoryId, animals, siteWord, guess } = word;
  const take = () => {
    if (input.current === null) return;
    input.current.value = guess ?? '';
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
    input.current.focus();
  };
  return (
    <li className={siteWord === null ? 'is-waiting' : undefined}>
      <label htmlFor={id}>
        <span className="detail">
          {TEXTS.kinds[kind]}
          {kind !== 'species' && (
            <>
              {' · '}
              <CategoryName id={categoryId} />
            </>
          )}
        </span>
        <strong>{kind === 'species' ? <CategoryName id={categoryId} /> : word.word}</strong>
        <span className="detail">{siteWord === null ? TEXTS.wait(animals) : TEXTS.animals(animals)}</span>
      </label>
      <div>
        <input
          ref={input}
          id={id}
          name={nameOfField(word)}
          list={`${id}-choices`}
          defaultValue={siteWord ?? ''}
          maxLength={100}
          placeholder={TEXTS.wordOf(siteName)}
          autoComplete="off"
        />
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
        {siteWord === null && guess !== null && (
          <p className="hint">
            {TEXTS.guess} <strong>{guess}</strong>{' '}
            <button type="button" className="quiet" onClick={take}>
              {TEXTS.take(guess)}
            </button>
          </p>
        )}
      </div>
    </li>
  );
}
