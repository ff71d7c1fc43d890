import type { Category } from '@petstore/client';
import { type FormEvent, useId, useState } from 'react';
import { hrefOf } from '../route.ts';
import { formatNumber } from '../texts/in-language.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { TEXTS } from './categories-texts.ts';
import { useNaming } from './use-naming.ts';

/** One category. Its name is a field, which is saved by the Enter key or the button. */
export function CategoryRow({ category }: { category: Category }) {
  const { id, name = '', available } = category;
  const [draft, setDraft] = useState<string>();
  const text = draft ?? name;
  const fieldId = useId();
  const naming = useNaming(() => setDraft(undefined));
  const isChanged = text.trim() !== '' && text !== name;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) naming.mutate({ id, name: text });
  };
  return (
    <li className="card">
      <form className="category" onSubmit={save}>
        <label htmlFor={fieldId} className="visually-hidden">
          {TEXTS.nameOf(id)}
        </label>
        <input
          id={fieldId}
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
        <div role="alert">{naming.error !== null && <ErrorNote error={naming.error} />}</div>
      </form>
    </li>
  );
}
