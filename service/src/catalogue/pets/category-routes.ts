import { type Static, Type } from 'typebox';
import { actorOf, waiterOf } from '../../access/accounts/authenticate.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { Int64, SafeInteger } from '../../platform/core/int64.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { andThen } from '../../platform/core/maybe-promise.ts';
import { boundedCount } from '../../platform/database/bounded-count.ts';
import type { Database } from '../../platform/database/database.ts';
import { categoryLock } from '../../platform/database/locks.ts';
import { idList } from '../../platform/http/requests/id-list.ts';
import {
  buildPage,
  PAGE_UNCHANGED,
  pageParameters,
  pageRequest,
} from '../../platform/http/responses/pagination.ts';
import { countedPageHeaders, withTotal } from '../../platform/http/responses/total.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { type Category, listCategories, renameCategory, tooManyCategories } from './category-queries.ts';
import { NAME_PATTERN } from './pet.ts';

const TOO_MANY_CATEGORIES = tooManyCategories(77n).message;
const CATEGORY_EXAMPLE = { id: 1n, name: 'Dog', available: 842 };

const CategorySchema = Type.Object(
  {
    id: Int64({ description: 'Identifier of the category.', examples: [1n] }),
    name: Type.Optional(
      Type.String({ description: 'Its name, if an import or an admin has set one.', examples: ['Dog'] }),
    ),
    available: SafeInteger({ description: 'Number of its available animals.', examples: [842] }),
  },
  {
    $id: 'Category',
    description: 'A kind of animal.',
    examples: [CATEGORY_EXAMPLE],
  },
);

const MAX_NAME_LENGTH = 100;

const CategoryNameSchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      format: 'pet-name',
      pattern: NAME_PATTERN,
      description: `Its name: 1 to ${MAX_NAME_LENGTH} characters, not only white space, without U+0000 and lone surrogates. Stored unchanged.`,
      examples: ['Dog'],
    }),
  },
  {
    $id: 'CategoryName',
    additionalProperties: false,
    description: 'The name of a category.',
    examples: [{ name: 'Dog' }],
  },
);

const CategoriesSchema = Type.Array(Type.Unsafe<Category>({ $ref: 'Category#' }), {
  $id: 'Categories',
  description: 'A page of categories.',
});

export const CATEGORY_SCHEMAS = [CategorySchema, CategoryNameSchema, CategoriesSchema];

const IDS = idList({
  item: 'Identifier of a category.',
  description: 'Only these categories, separated by commas. Those that do not exist are left out.',
  example: [1n, 2n],
});

const SORT = Type.Optional(
  Type.Unsafe<'-id' | 'id'>({
    type: 'string',
    enum: ['-id', 'id'],
    default: 'id',
    description: '`id` for the lowest identifier first, `-id` for the highest first.',
  }),
);

export interface CategoryRouteDependencies {
  database: Database;
  clock: Clock;
}

export function categoryRoutes({ database, clock }: CategoryRouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/categories',
      schema: {
        operationId: 'listCategories',
        tags: ['Pets'],
        summary: 'List categories',
        description:
          'Returns the categories that have an animal or a name, by id, each with the number of its available animals. `X-Total-Count` is offered without `ids`, up to 10,000 categories.',
        query: Type.Object({ ...pageParameters, sort: SORT, ids: IDS }, { style: 'form', explode: false }),
        headers: countedPageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<Category[]>({ $ref: 'Categories#' }),
            description: 'A page of categories.',
            examples: [[CATEGORY_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      stability: 'experimental',
      cache: 'everyone',
      isForWebPages: true,
      handle: (exchange, { query }) => {
        const { ids } = query;
        const page = pageRequest('/v1/categories', query, { ids: ids?.join() }, 'id');
        const { after, rowLimit: limit, order } = page;
        const range = { ids, descending: order === 'newest first', after, limit };
        return andThen(listCategories(database.read, range), (found) =>
          withTotal(exchange, buildPage(page, found, stringifyJson), () =>
            ids === undefined ? boundedCount(database.read, 'category_totals') : undefined,
          ),
        );
      },
    }),

    route({
      method: 'PUT',
      path: '/v1/categories/:categoryId',
      schema: {
        operationId: 'nameCategory',
        tags: ['Pets'],
        summary: 'Name a category',
        description:
          'Sets the name of a category, with or without animals. Needs the role `admin`. An import names only categories without a name.',
        params: Type.Object({
          categoryId: Int64({ description: 'Identifier of the category.', examples: [1n] }),
        }),
        body: Type.Unsafe<Static<typeof CategoryNameSchema>>({ $ref: 'CategoryName#' }),
        responses: {
          200: {
            ...Type.Unsafe<Category>({ $ref: 'Category#' }),
            description: 'The category with its name.',
            examples: [CATEGORY_EXAMPLE],
          },
        },
      },
      stability: 'experimental',
      role: 'admin',
      errors: ['route_not_found', 'limit_reached'],
      errorMessages: { route_not_found: 'This path does not exist.', limit_reached: TOO_MANY_CATEGORIES },
      handle: async (exchange, { params: { categoryId }, body: { name } }) => {
        const change = { actor: actorOf(exchange), at: clock.now() };
        const category = await database.write((db) => renameCategory(db, { id: categoryId, name }, change), {
          ...waiterOf(exchange),
          locks: [categoryLock(categoryId)],
        });
        return { status: 200, headers: [], body: stringifyJson(category) };
      },
    }),
  ];
}
