import { useId, useState } from 'react';
import { FormField } from '../ui/forms/form-field.tsx';
import { TEXTS } from './animals-texts.ts';
import { CategoryOptions, useCategories } from './category-name.tsx';

const OTHER = 'other';

/** A field to choose a category, or to enter the number of another one. */
export function CategoryField({ categoryId }: { categoryId?: bigint | undefined }) {
  const id = useId();
  const categories = useCategories() ?? [];
  const isListed = categories.some((category) => category.id === categoryId);
  const initial = categoryId === undefined ? categories[0]?.id : isListed ? categoryId : undefined;
  const [chosen, setChosen] = useState<string>();
  const choice = chosen ?? (initial === undefined ? OTHER : String(initial));
  return (
    <>
      <label htmlFor={id}>{TEXTS.category}</label>
      <select
        id={id}
        name={choice === OTHER ? undefined : 'categoryId'}
        value={choice}
        onChange={(event) => setChosen(event.target.value)}
      >
        <CategoryOptions categories={categories} />
        <option value={OTHER}>{TEXTS.anotherNumber}</option>
      </select>
      {choice === OTHER && (
        <FormField name="categoryId" label={TEXTS.categoryNumber}>
          {(field) => (
            <input
              {...field}
              required
              inputMode="numeric"
              pattern="-?[0-9]{1,19}"
              title={TEXTS.integer}
              // Keeps this choice when the categories arrive later.
              onChange={() => setChosen(OTHER)}
              defaultValue={categoryId === undefined ? '' : String(categoryId)}
              autoComplete="off"
            />
          )}
        </FormField>
      )}
    </>
  );
}
