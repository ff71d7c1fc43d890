import { useId, useState } from 'react';
import { useCategoryNames } from '../../category-name.tsx';
import { language as ownLanguage } from '../../texts/language.ts';
import { LANGUAGES, type Language } from '../../texts/languages.ts';
import type { Question } from '../application.ts';
import { languagesFrom, textIn } from '../language-text.ts';
import { PreviewFields } from './preview-fields.tsx';
import { TEXTS } from './questions-texts.ts';

/** Shows the form of visitors, in each language, and for each category that has questions of its own. */
export function FormPreview({ questions }: { questions: readonly Question[] }) {
  const id = useId();
  const [language, setLanguage] = useState<Language>(ownLanguage);
  const [category, setCategory] = useState('');
  const categories = [...new Set(questions.flatMap(({ categoryId }) => categoryId ?? []))];
  const categoryName = useCategoryNames(categories);
  const asked = questions.filter(
    ({ categoryId }) => categoryId === undefined || String(categoryId) === category,
  );
  return (
    <section className="card form-preview" aria-labelledby={id}>
      <h2 id={id}>{TEXTS.preview}</h2>
      <div className="preview-choices">
        <label>
          {TEXTS.previewIn}
          <select value={language} onChange={({ target }) => setLanguage(languageOf(target.value))}>
            {languagesFrom(ownLanguage).map((code) => (
              <option key={code} value={code}>
                {LANGUAGES[code]}
              </option>
            ))}
          </select>
        </label>
        {categories.length > 0 && (
          <label>
            {TEXTS.previewFor}
            <select value={category} onChange={({ target }) => setCategory(target.value)}>
              <option value="">{TEXTS.anyAnimal}</option>
              {categories.map((one) => (
                <option key={String(one)} value={String(one)}>
                  {categoryName(one)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <PreviewFields
        // What was tried out belongs to one language.
        key={`${language} ${category}`}
        language={language}
        questions={asked.map((question) => ({
          ...question,
          label: textIn(language, question.text),
          hint: textIn(language, question.help),
          choices: (question.options ?? []).map(({ id: value, text }) => ({
            value,
            label: textIn(language, text),
          })),
        }))}
      />
    </section>
  );
}

function languageOf(value: string): Language {
  return languagesFrom(ownLanguage).find((code) => code === value) ?? ownLanguage;
}
