import { useId } from 'react';
import { inLanguage } from './in-language.ts';
import { language, saveLanguage } from './language.ts';
import { LANGUAGES, type Language } from './languages.ts';

const LABEL = inLanguage({ en: 'Language', es: 'Idioma', fr: 'Langue', de: 'Sprache' });

/** Chooses the language of the console in this browser. */
export function LanguageSelect() {
  const id = useId();
  return (
    <div className="language">
      <label htmlFor={id}>{LABEL}</label>
      <select
        id={id}
        value={language}
        onChange={({ target }) => changeLanguage(target.value as Language)} // an option
      >
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Loads the page again, because texts are chosen when a file is loaded. */
function changeLanguage(chosen: Language): void {
  saveLanguage(chosen);
  location.reload();
}
