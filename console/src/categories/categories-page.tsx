import type { Category } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminPage } from '../administration/admin-page.tsx';
import { categoryList } from '../queries/category-queries.ts';
import { itemsOf } from '../queries/list-pages.ts';
import { useSession } from '../session/use-session.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { AddCategory } from './add-category.tsx';
import { TEXTS } from './categories-texts.ts';
import { CategoryRow } from './category-row.tsx';
import './categories.css';

/** The kinds of animals, whose names are changed in place. */
export function CategoriesPage() {
  const [isAdding, setAdding] = useState(false);
  const addButton = (
    <button type="button" className="primary" onClick={() => setAdding(true)}>
      {TEXTS.addCategory}
    </button>
  );
  return (
    <AdminPage page="categories" actions={addButton}>
      <p className="hint">{TEXTS.purpose}</p>
      <CategoryList />
      {isAdding && <AddCategory onClose={() => setAdding(false)} />}
    </AdminPage>
  );
}

function CategoryList() {
  const list = useInfiniteQuery(categoryList(useSession().petstore));
  const categories = list.data === undefined ? [] : itemsOf<Category>(list.data);
  return (
    <ListState
      isLoading={list.isPending && list.error === null}
      error={list.error}
      isEmpty={categories.length === 0}
      onRetry={list.refetch}
      skeleton={<Skeleton rows={6} className="categories" />}
      empty={<p>{TEXTS.none}</p>}
    >
      <ul className="categories">
        {categories.map((category) => (
          <CategoryRow key={String(category.id)} category={category} />
        ))}
      </ul>
      {list.hasNextPage && <More list={list} isLoading={list.isFetchingNextPage} end="" />}
    </ListState>
  );
}
