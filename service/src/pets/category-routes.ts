import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { Int64 } from '../core/int64.ts';
import { stringifyJson } from '../core/json.ts';
import { andThen } from '../core/maybe-promise.ts';
import type { Database } from '../database/database.ts';
import { addRead } from '../http/read.ts';
import {
  buildPage,
  MAX_PAGE_SIZE,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../http/responses/pagination.ts';
import { type Category, listCategories } from './category-store.ts';

const CATEGORY_EXAMPLE = { id: 1n, name: 'Dog', available: 842n };

const CategorySchema = Type.Object(
  {
    id: Int64({ description: 'Identifier of the category.', examples: [1n] }),
    name: Type.Optional(
      Type.String({ description: 'Its name, if an import has set one.', examples: ['Dog'] }),
    ),
    available: Int64({
      description: 'Number of its available animals.',
      minimum: 0,
      examples: [842n],
    }),
  },
  {
    $id: 'Category',
    description: 'A kind of animal.',
    examples: [CATEGORY_EXAMPLE],
  },
);

const CategoriesSchema = Type.Array(Type.Unsafe<Category>({ $ref: 'Category#' }), {
  $id: 'Categories',
  description: 'A page of categories.',
});

const IDS = Type.Optional(
  Type.Array(Int64({ description: 'Identifier of a category.' }), {
    minItems: 1,
    maxItems: MAX_PAGE_SIZE,
    description: 'Only these categories, separated by commas. Those that do not exist are left out.',
    examples: [[1n, 2n]],
  }),
);

const SORT = Type.Optional(
  Type.Unsafe<'-id' | 'id'>({
    type: 'string',
    enum: ['-id', 'id'],
    default: 'id',
    description: '`id` for the lowest identifier first, `-id` for the highest first.',
  }),
);

export function categoryRoutes({ database }: { database: Database }): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const schema of [CategorySchema, CategoriesSchema]) app.addSchema(schema);

    addRead(
      app,
      '/categories',
      {
        schema: {
          operationId: 'listCategories',
          tags: ['Pets'],
          summary: 'List categories',
          description:
            'Returns the categories that have an animal or a name, by id, each with the number of its available animals.',
          querystring: Type.Object(
            { ...pageParameters, sort: SORT, ids: IDS },
            { style: 'form', explode: false },
          ),
          headers: pageHeaders,
          response: {
            200: {
              ...Type.Unsafe<Category[]>({ $ref: 'Categories#' }),
              description: 'A page of categories.',
              examples: [[CATEGORY_EXAMPLE]],
            },
            304: Type.Null({ description: 'The page is still the one that `If-None-Match` names.' }),
          },
        },
        config: { stability: 'experimental', ignoresUnknownParameters: true, sharedBy: 'everyone' },
      },
      (_exchange, { query }) => {
        const { ids } = query;
        const page = pageRequest('/v1/categories', query, { ids: ids?.join() }, 'id');
        const { after, rowLimit: limit, order } = page;
        const range = { ids, descending: order === 'newest first', after, limit };
        return andThen(listCategories(database.read, range), (found) =>
          buildPage(page, found, stringifyJson),
        );
      },
    );
  };
}
