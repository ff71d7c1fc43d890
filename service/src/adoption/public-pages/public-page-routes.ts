import { ADOPTABLE_PATH, ADOPTABLE_SCHEMA_PATH } from '../../exchange/partners/adoptable-schema.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { IMMUTABLE, JSON_TYPE } from '../../platform/http/responses/answer.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { fileAnswer, fileRoute, pageFile } from '../../platform/http/static/page-file.ts';
import {
  EMBED_PATH,
  FAVOURITES_PATH,
  FEED_PATH,
  JSON_PATH,
  LIST_PATH,
  SITEMAP_FILE_PATH,
  SITEMAP_PATH,
} from './addresses.ts';
import { animalHtml, animalHtmlKey, animalJson, animalJsonKey } from './animal.ts';
import { embedScript } from './embed-script.ts';
import { adoptableDocument, adoptableSchemaDocument } from './feeds/adoptable.ts';
import { ATOM_TYPE, atomFeed, atomFeedKey } from './feeds/atom.ts';
import { SITEMAP_TYPE, Sitemap } from './feeds/sitemap.ts';
import { DOCUMENT_HEADERS, FAVOURITES_HEADERS, HTML_HEADERS, HTML_TYPE } from './headers.ts';
import { listHtml, listHtmlKey, listJson, listJsonKey } from './list.ts';
import type { PublicPage, Site } from './public-page.ts';
import type { PublicPages } from './public-pages.ts';
import { STYLE, STYLE_PATH } from './style/style.ts';
import { favouritesPage } from './views/favourites-page.ts';

const DAY_SECONDS = 86_400;
/** Everything else has `X-Robots-Tag`, which a crawler must be able to read. */
const ROBOTS = 'User-agent: *\nDisallow: /v1/\n';

/**
 * Returns the paths of the public pages.
 *
 * @param share of the memory for this thread.
 */
export function publicPageRoutes(
  pages: PublicPages,
  site: Site,
  database: Database,
  share?: number,
): Route[] {
  const page = (path: string, shown: PublicPage) =>
    route({
      method: 'GET',
      path,
      isIndexed: shown.isForPeople,
      isForEveryOrigin: !shown.isForPeople,
      handle: (exchange) => pages.respond(exchange, shown),
    });
  const animal = forPeople(animalHtmlKey, (visit) => animalHtml(visit, site, database));
  const sitemap = new Sitemap(site, database, share);
  return [
    page(
      LIST_PATH,
      forPeople(listHtmlKey, (visit) => listHtml(visit, site, database)),
    ),
    page(FAVOURITES_PATH, {
      ...forPeople(
        (visit) => `${visit.languageKey} ${FAVOURITES_PATH}`,
        (visit) => Representation.tagged(favouritesPage(visit, site)),
      ),
      headers: FAVOURITES_HEADERS,
    }),
    page(`${LIST_PATH}/:petId`, animal),
    page(`${LIST_PATH}/:petId/:slug`, animal),
    page(JSON_PATH, {
      ...JSON_PAGE,
      isLarge: true,
      keyOf: listJsonKey,
      render: (visit) => listJson(visit, site, database),
    }),
    page(`${LIST_PATH}/:petId.json`, {
      ...JSON_PAGE,
      isLarge: false,
      keyOf: animalJsonKey,
      render: (visit) => animalJson(visit, site, database),
    }),
    page(FEED_PATH, {
      isForPeople: false,
      isLarge: true,
      type: ATOM_TYPE,
      headers: [...DOCUMENT_HEADERS, 'vary', 'Accept-Language'],
      keyOf: atomFeedKey,
      render: (visit) => atomFeed(visit, site, database),
    }),
    page(EMBED_PATH, embedScript()),
    page(
      ADOPTABLE_PATH,
      documentPage(ADOPTABLE_PATH, () => adoptableDocument(site)),
    ),
    page(
      ADOPTABLE_SCHEMA_PATH,
      documentPage(ADOPTABLE_SCHEMA_PATH, () => adoptableSchemaDocument(site)),
    ),
    page(SITEMAP_PATH, sitemapPage(sitemap.index)),
    page(SITEMAP_FILE_PATH, sitemapPage(sitemap.file)),
  ];
}

/** Returns the path of the style sheet, which is the same for everyone and needs no quota. */
export function styleRoute(): Route {
  const style = pageFile('text/css; charset=utf-8', STYLE);
  // The pages have an opaque origin.
  return fileRoute(STYLE_PATH, () =>
    fileAnswer(style, IMMUTABLE, ['cross-origin-resource-policy', 'cross-origin']),
  );
}

/** Returns the path of `robots.txt`, which names the sitemap while there is one. */
export function robotsRoute({ publicUrl }: Site, isOn: () => MaybePromise<boolean>): Route {
  const robots = pageFile('text/plain; charset=utf-8', ROBOTS);
  const robotsWithSitemap = pageFile(robots.type, `${ROBOTS}\nSitemap: ${publicUrl}${SITEMAP_PATH}\n`);
  return fileRoute('/robots.txt', () =>
    andThen(isOn(), (hasSitemap) =>
      fileAnswer(hasSitemap ? robotsWithSitemap : robots, `public, max-age=${DAY_SECONDS}`),
    ),
  );
}

const JSON_PAGE = { isForPeople: false, type: JSON_TYPE, headers: DOCUMENT_HEADERS };

function documentPage(key: string, render: () => Representation): PublicPage {
  return { ...JSON_PAGE, isLarge: false, keyOf: () => key, render };
}

function forPeople(keyOf: PublicPage['keyOf'], render: PublicPage['render']): PublicPage {
  return { isForPeople: true, isLarge: false, type: HTML_TYPE, headers: HTML_HEADERS, keyOf, render };
}

/** It has a cache of its own, because it may be older than the last commit. */
function sitemapPage(render: PublicPage['render']): PublicPage {
  const headers = DOCUMENT_HEADERS;
  return { isForPeople: false, isLarge: true, type: SITEMAP_TYPE, headers, keyOf: undefined, render };
}
