import type { Route } from '../../platform/http/route.ts';
import { contentRoutes } from './content-routes.ts';
import { CONTENT_SCHEMAS } from './content-schemas.ts';
import { ReadingPlaces } from './reading-places.ts';
import { siteRoutes } from './site-routes.ts';
import { SITE_SCHEMAS } from './site-schemas.ts';
import { runRoutes } from './upload/run-routes.ts';
import { RUN_SCHEMAS } from './upload/run-schemas.ts';

export const PUBLISHING_SCHEMAS = [...SITE_SCHEMAS, ...CONTENT_SCHEMAS, ...RUN_SCHEMAS];

type Dependencies = Omit<
  Parameters<typeof siteRoutes>[0] & Parameters<typeof contentRoutes>[0] & Parameters<typeof runRoutes>[0],
  'places'
>;

/** The operations of the sites where adopters look. */
export function publishingRoutes(dependencies: Dependencies): Route[] {
  const places = new ReadingPlaces();
  return [
    ...siteRoutes({ ...dependencies, places }),
    ...contentRoutes({ ...dependencies, places }),
    ...runRoutes(dependencies),
  ];
}
