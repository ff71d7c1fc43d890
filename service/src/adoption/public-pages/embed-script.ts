import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ApiError } from '../../platform/core/errors.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import type { PublicPage } from './public-page.ts';

const BUILT = fileURLToPath(new URL('../../../../embed/dist/embed.js', import.meta.url));

/** The script with which other web sites show the animals. It is read on the first request and kept in memory. */
export function embedScript(file = BUILT): PublicPage {
  let loaded: Promise<Representation> | undefined;
  return {
    isForPeople: false,
    isLarge: false,
    keyOf: undefined,
    type: 'text/javascript; charset=utf-8',
    // A new version of the service reaches all sites within 10 minutes.
    headers: ['cache-control', 'public, max-age=600'],
    render: async () => {
      loaded ??= readFile(file, 'utf8').then((text) => Representation.tagged(text));
      try {
        return await loaded;
      } catch {
        // If it is built while the service runs, the next request finds it.
        loaded = undefined;
        throw new ApiError(
          'route_not_found',
          'embed.js is not built: run "npm ci" with the development dependencies.',
        );
      }
    },
  };
}
