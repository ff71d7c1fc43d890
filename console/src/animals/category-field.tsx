import { useState } from 'react';
import { CategoryOptions, useCategories } from '../category-name.tsx';
import { PageError } from '../texts/error-text.ts';
import { FormField } from '../ui/forms/form-field.tsx';
import { TEXTS } from './animals-texts.ts';

const OTHER = 'other';
/** The select has another name than the number of the category, so that a draft distinguishes the two. */
const CHOICE = 'categoryChoice';
const ID = 'categoryId';

/** A field to choose a category, or to enter the number of another one. */
export function CategoryField({ categoryId }: { categoryId?: bigint | undefined }) {
  const categories = useCategories() ?? [];
  const [chosen, setChosen] = useState<string>();
  const isListed = (choice: string) => categories.some(({ id }) => String(id) === choice);
  const initial = String(categoryId ?? categories[0]?.id ?? OTHER);
  const choice =
    [chosen, initial].find((some) => some === OTHER || (some !== undefined && isListed(some))) ?? OTHER;
  const isOther = choice === OTHER;
  return (
    <>
      <FormField name={isOther ? CHOICE : ID} label={TEXTS.category}>
        {(field) => (
          <select {...field} name={CHOICE} value={choice} onChange={(event) => setChosen(event.target.value)}>
            <CategoryOptions categories={categories} />
            <option value={OTHER}>{TEXTS.anotherNumber}</option>
          </select>
        )}
      </FormField>
      {!isOther && <input type="hidden" name={ID} value={choice} data-shown-as={CHOICE} />}
      {isOther && (
        <FormField name={ID} label={TEXTS.categoryNumber}>
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

/** Returns the category in a form. */
export function categoryIdIn(form: FormData): bigint {
  const text = String(form.get(ID) ?? '');
  // `BigInt` would make the category 0 of it.
  if (text.trim() === '') throw new PageError(TEXTS.noCategory);
  return BigInt(text);
}
