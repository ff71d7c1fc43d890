import { stringifyJson } from '../../core/json.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { once } from '../../core/tasks/single-flight.ts';
import { JSON_TYPE } from '../responses/answer.ts';
import { Representation } from '../responses/representation.ts';
import { type Route, route } from '../route.ts';
import { toOpenApi30 } from './openapi-3-0.ts';

/** A path of the document, or of what leads to it. */
interface PublicDocument {
  readonly path: string;
  readonly type: string;
  readonly text: () => MaybePromise<string>;
  /** Further header fields, as a flat list of names and values. */
  readonly headers?: readonly string[];
}

/** Returns the text of a document as JSON. Examples of int64 keep all digits. */
export function jsonText(document: object): string {
  return `${stringifyJson(document, 2)}\n`;
}

/** The OpenAPI document in its formats. */
export function documentRoutes(document: () => object): Route[] {
  return [
    publicRoute({ path: '/openapi.json', type: JSON_TYPE, text: () => jsonText(document()) }),
    publicRoute({
      path: '/openapi-3.0.json',
      type: JSON_TYPE,
      text: () => jsonText(toOpenApi30(document())),
    }),
    publicRoute({
      path: '/openapi.yaml',
      type: 'application/yaml',
      text: async () => {
        const { stringify } = await import('yaml'); // only if someone asks for it
        return stringify(document(), { aliasDuplicateObjects: false, lineWidth: 0 });
      },
    }),
  ];
}

/** Declares a document that everyone, also a script of any origin, may read. It is made once. */
export function publicRoute({ path, type, text, headers: further = [] }: PublicDocument): Route {
  const body = once(async () => Representation.tagged(await text()));
  const headers = ['cache-control', 'no-cache', ...further];
  return route({
    method: 'GET',
    path,
    isForEveryOrigin: true,
    handle: async () => {
      const made = await body();
      return { status: 200, headers, etag: made.etag, type, body: made };
    },
  });
}
