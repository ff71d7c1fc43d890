import type { Category } from '@petstore/client';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { CATEGORIES } from '../queries/category-queries.ts';
import { hrefOf } from '../route.ts';
import { useFormSave } from '../session/changes/use-form-save.ts';
import { useSession } from '../session/use-session.ts';
import { formatNumber } from '../texts/in-language.ts';
import { FormProblem } from '../ui/forms/form-field.tsx';
import { TEXTS } from './categories-texts.ts';

/** One category. Its name is a field, which is saved by the Enter key or the button. */
export function CategoryRow({ category }: { category: Category }) {
  const { id, name = '', available } = category;
  const [draft, setDraft] = useState<string>();
  const text = draft ?? name;
  const fieldId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { petstore, queries } = useSession();
  const show = () => queries.invalidateQueries({ queryKey: CATEGORIES });
  const naming = useFormSave({
    item: category,
    read: async () => (await petstore.categories.page({ ids: [id] })).items[0] ?? category,
    valuesOf: ({ name: current = '' }) => ({ name: current }),
    send: async (data) => {
      await petstore.categories.rename(id, String(data.get('name')).trim());
      await show();
    },
    onSaved: () => setDraft(undefined),
    onConflict: show,
  });
  useEffect(() => {
    if (draft === undefined) naming.follow();
  });
  const isChanged = text.trim() !== '' && text !== name;
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isChanged) naming.submit(event.currentTarget);
  };
  return (
    <li className="card">
      <form ref={form} className="category" onSubmit={save}>
        <label htmlFor={fieldId} className="visually-hidden">
          {TEXTS.nameOf(id)}
        </label>
        <input
          id={fieldId}
          name="name"
          value={text}
          maxLength={100}
          placeholder={TEXTS.noName}
          autoComplete="off"
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => text.trim() === '' && setDraft(undefined)}
        />
        <button type="submit" className="primary" hidden={!isChanged} disabled={naming.isPending}>
          {naming.isPending ? TEXTS.saving : TEXTS.save}
          <span className="visually-hidden"> {TEXTS.theNameOf(id)}</span>
        </button>
        <p className="detail">
          <a href={hrefOf({ page: 'animals', categoryId: id, status: 'available' })}>
            {TEXTS.available(formatNumber(available))}
          </a>
          <span>{TEXTS.number(id)}</span>
          <span role="status">{naming.isSuccess && !isChanged && TEXTS.saved}</span>
        </p>
        <FormProblem form={form} error={naming.error} />
      </form>
    </li>
  );
}
