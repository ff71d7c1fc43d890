import { Type } from 'typebox';
import { accountOf, actorOf, waiterOf } from '../../access/accounts/authenticate.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { afterEffect } from '../../platform/core/errors.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { localDay } from '../../platform/core/local-days.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import { thousands } from '../../platform/core/thousands.ts';
import type { Database } from '../../platform/database/database.ts';
import { lockAccount } from '../../platform/database/locks.ts';
import type { DownloadPlaces } from '../../platform/http/overload/download-places.ts';
import {
  buildSearchPage,
  PAGE_UNCHANGED,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../../platform/http/responses/pagination.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import { MAX_MAPPED_WORDS, PUBLISHED_ANIMAL_EXAMPLE, PUBLISHING_WORDS_EXAMPLE } from './content-schemas.ts';
import { configurationFile } from './files/configuration-file.ts';
import { listAnimals } from './files/listed-animals.ts';
import { listWords } from './files/shelter-words.ts';
import { type ContextDependencies, fileParts, pathOf, readContext } from './files/site-content.ts';
import type { WordKind } from './mapping/site-mapping.ts';
import { readMapping, replaceWords } from './mapping/word-queries.ts';
import type { ReadingPlaces } from './reading-places.ts';
import { requireSite, siteNotFound, siteParams } from './site-ids.ts';
import { publishingLock, SHARED, tags } from './site-routes.ts';
import { PETFINDER } from './sites/petfinder.ts';
import type { Site } from './sites/site.ts';

interface ContentRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Returns the zone whose days count. */
  readonly timeZone: () => MaybePromise<string>;
  readonly downloads: DownloadPlaces;
  readonly places: ReadingPlaces;
}

interface RequestedWord {
  readonly kind: WordKind;
  readonly categoryId: bigint | number;
  readonly word: string;
  readonly siteWord: string | null;
}

export const MAX_WORDS_BYTES = 1024 * 1024;
const FILE_EXAMPLE = `${PETFINDER.header}\n`;
const WordsRef = Type.Unsafe<object>({ $ref: 'PublishingWords#' });
const fileParams = Type.Object({
  ...siteParams.properties,
  file: Type.String({
    description:
      '`animals` for the file with the animals, `configuration` for the one that describes it to Adopt a Pet.',
    examples: ['animals'],
  }),
});

/** What a site gets. */
export function contentRoutes(dependencies: ContentRouteDependencies): Route[] {
  const { database, clock, publicUrl, timeZone, downloads, places } = dependencies;
  const now = async (): Promise<ContextDependencies> => ({
    publicUrl,
    today: localDay(clock.now(), await timeZone()),
  });
  const words = async (accountId: bigint, site: Site): Promise<string> => {
    const mapping = await readMapping(database.read, accountId, site);
    const listed = await listWords(database.read, accountId, mapping);
    return stringifyJson({ words: listed, choices: site.words });
  };
  return [
    route({
      method: 'GET',
      path: '/v1/publishing/:siteId/animals',
      schema: {
        operationId: 'listPublishedAnimals',
        tags,
        summary: 'See which animals a site gets',
        description:
          'Returns the animals of the account that are available or on hold, each with the reasons if it is left out. A page with `leftOut` may have fewer items than `limit` although there are more: `Link` leads on. Needs the role `manager`.',
        params: siteParams,
        query: Type.Object({
          limit: pageParameters.limit,
          cursor: pageParameters.cursor,
          leftOut: Type.Optional(
            Type.Unsafe<'true' | 'false'>({
              type: 'string',
              enum: ['true', 'false'],
              description: '`true` for those that are left out, `false` for those that are sent.',
            }),
          ),
        }),
        headers: pageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<object[]>({ $ref: 'PublishedAnimals#' }),
            description: 'A page of animals, by id.',
            examples: [[PUBLISHED_ANIMAL_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      ...SHARED,
      notFound: siteNotFound,
      errors: ['site_not_found'],
      handle: async (exchange, { params: { siteId }, query }) => {
        const site = requireSite(siteId);
        const { leftOut } = query;
        const page = pageRequest(`/v1/publishing/${site.id}/animals`, query, { leftOut }, 'id');
        const asked = { leftOut: leftOut && leftOut === 'true', after: page.after, limit: page.limit };
        const context = await readContext(database.read, accountOf(exchange).id, site, await now());
        const found = await listAnimals(database.read, accountOf(exchange).id, context, asked);
        return buildSearchPage(page, found, stringifyJson, ({ petId }) => petId);
      },
    }),

    route({
      method: 'GET',
      path: '/v1/publishing/:siteId/files/:file',
      schema: {
        operationId: 'getPublishingFile',
        tags,
        summary: 'Download a file as a site gets it',
        description:
          'Returns the file exactly as it is sent now, byte for byte, in UTF-8. An account has one download at a time, the service two; further ones get 503 with `Retry-After`. Needs the role `manager`.',
        params: fileParams,
        responses: {
          200: {
            description: 'The file.',
            content: {
              'text/csv': { schema: { type: 'string', description: 'The file.' }, example: FILE_EXAMPLE },
            },
          },
        },
      },
      ...SHARED,
      notFound: siteNotFound,
      errors: ['site_not_found'],
      handle: async (exchange, { params: { siteId, file } }) => {
        const site = requireSite(siteId);
        const accountId = accountOf(exchange).id;
        const context = await readContext(database.read, accountId, site, await now());
        if (file === 'configuration' && site.fileNames.configuration !== undefined)
          return download(site.fileNames.configuration, once(configurationFile(site)));
        if (file !== 'animals') throw siteNotFound(`${siteId}/files/${file}`);
        const name = context.username === '' ? `${site.id}.csv` : pathOf(site, 'animals', context.username);
        const parts = texts(fileParts(database.read, accountId, context));
        return download(name ?? '', downloads.take(exchange, accountId, parts));
      },
    }),

    route({
      method: 'GET',
      path: '/v1/publishing/:siteId/words',
      schema: {
        operationId: 'getPublishingWords',
        tags,
        summary: 'Read what the words of the shelter are at a site',
        description:
          'Returns the words of the animals that are available or on hold, with the word that the site gets, and the words of the site. A word that the site has is sent without being set. Needs the role `manager`.',
        params: siteParams,
        responses: {
          200: { ...WordsRef, description: 'The words.', examples: [PUBLISHING_WORDS_EXAMPLE] },
        },
      },
      ...SHARED,
      notFound: siteNotFound,
      errors: ['site_not_found'],
      handle: async (exchange, { params: { siteId } }) => {
        const site = requireSite(siteId);
        const json = await places.read(exchange, (accountId) => words(accountId, site));
        return Representation.transient(json);
      },
    }),

    route({
      method: 'PUT',
      path: '/v1/publishing/:siteId/words',
      schema: {
        operationId: 'changePublishingWords',
        tags,
        summary: 'Set what the words of the shelter are at a site',
        description: `Replaces what the account has set, with at most ${thousands(MAX_MAPPED_WORDS)} words. A site may know words that are not in the list of choices. Needs the role \`manager\`.`,
        params: siteParams,
        body: Type.Unsafe<{ words: readonly RequestedWord[] }>({ $ref: 'PublishingWordsRequest#' }),
        responses: {
          200: { ...WordsRef, description: 'The words.', examples: [PUBLISHING_WORDS_EXAMPLE] },
        },
      },
      ...SHARED,
      body: { limitBytes: MAX_WORDS_BYTES },
      notFound: siteNotFound,
      errors: ['site_not_found'],
      handle: async (exchange, { params: { siteId }, body }) => {
        const site = requireSite(siteId);
        const accountId = accountOf(exchange).id;
        const change = { actor: actorOf(exchange), at: clock.now() };
        const set = body.words.flatMap(({ categoryId, siteWord, ...word }) =>
          siteWord === null ? [] : { ...word, categoryId: BigInt(categoryId), siteWord },
        );
        await database.write(
          async (db) => {
            await lockAccount(db, accountId);
            await replaceWords(db, accountId, site.id, set);
            await recordAudit(db, {
              action: 'publishing.updated',
              ...change,
              subject: { name: site.name },
              details: { site: site.id, words: set.length },
            });
          },
          { ...waiterOf(exchange), locks: [publishingLock(accountId, site)] },
        );
        const json = await afterEffect(() => places.read(exchange, () => words(accountId, site)));
        return { status: 200, headers: [], body: json };
      },
    }),
  ];
}

function download(path: string, stream: AsyncIterable<string | Uint8Array>) {
  const name = path.split('/').at(-1);
  return {
    status: 200,
    headers: ['content-disposition', `attachment; filename="${name}"`, 'cache-control', 'no-store'],
    type: 'text/csv; charset=utf-8',
    stream,
  };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* texts(parts: AsyncIterable<{ readonly text: string }>): AsyncGenerator<string> {
  for await (const { text } of parts) if (text !== '') yield text;
}
