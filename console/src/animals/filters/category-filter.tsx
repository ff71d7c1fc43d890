import type { Category } from '@petstore/client';
import { useId } from 'react';
import { CategoryName, nameOf, useCategories } from '../../category-name.tsx';
import { type AnimalListRoute, hrefOf } from '../../route.ts';
import { formatNumber } from '../../texts/in-language.ts';
import { TEXTS } from '../animals-texts.ts';

/** More categories than this are shown as a select element. */
const MAX_CHIPS = 8;

type CategoryFilterProps = AnimalListRoute & {
  categories: readonly Category[];
};

/** Filters by category, with the numbers of available animals. Its space is reserved while the categories load. */
export function CategoryFilter(filters: AnimalListRoute) {
  const { categoryId } = filters;
  const categories = useCategories();
  if (categories === undefined) return <div className="category-filter" />;
  const isListed = categoryId === undefined || categories.some(({ id }) => id === categoryId);
  const Choice = isListed && categories.length <= MAX_CHIPS ? Chips : List;
  return (
    <div className="category-filter">
      <Choice {...filters} categories={categories} />
    </div>
  );
}

function Chips({ categories, ...filters }: CategoryFilterProps) {
  const hrefWith = (categoryId: bigint | undefined) => hrefOf({ ...filters, categoryId });
  return (
    <nav aria-label={TEXTS.category} className="chips">
      <ul>
        {categories.map((category) => {
          const isChosen = category.id === filters.categoryId;
          return (
            <li key={String(category.id)}>
              {/* A second click removes the filter. */}
              <a
                href={hrefWith(isChosen ? undefined : category.id)}
                aria-current={isChosen ? 'true' : undefined}
              >
                {nameOf(category)} <Available category={category} {...filters} />
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Shows the number of available animals, unless another filter hides some of them. */
function Available({
  category: { available },
  status,
  q,
  photos,
  tag,
}: AnimalListRoute & { category: Category }) {
  if (
    q !== undefined ||
    photos !== undefined ||
    tag !== undefined ||
    (status !== undefined && status !== 'available')
  )
    return null;
  return (
    <span className="count">
      {formatNumber(available)}
      <span className="visually-hidden"> {TEXTS.availableNow}</span>
    </span>
  );
}

function List({ categories, ...filters }: CategoryFilterProps) {
  const id = useId();
  const { categoryId } = filters;
  const isListed = categoryId === undefined || categories.some((category) => category.id === categoryId);
  const choose = (chosen: string) => {
    const chosenId = chosen === '' ? undefined : BigInt(chosen);
    location.hash = hrefOf({ ...filters, categoryId: chosenId });
  };
  return (
    <>
      <label htmlFor={id}>{TEXTS.category}</label>
      <select id={id} value={String(categoryId ?? '')} onChange={(event) => choose(event.target.value)}>
        <option value="">{TEXTS.all}</option>
        {!isListed && (
          <option value={String(categoryId)}>
            <CategoryName id={categoryId} />
          </option>
        )}
        {categories.map((category) => (
          <option key={String(category.id)} value={String(category.id)}>
            {TEXTS.categoryCount(nameOf(category), formatNumber(category.available))}
          </option>
        ))}
      </select>
    </>
  );
}
