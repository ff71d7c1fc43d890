import { stringifyJson } from '../../core/json.ts';
import type { Route } from '../route.ts';
import { publicRoute } from './document-routes.ts';

/** The part of the OpenAPI document that is used here. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
}

const CATALOG = '/.well-known/api-catalog';

/** What leads programs to the API: the catalogue of RFC 9727, and `/llms.txt` for language models. */
export function discoveryRoutes(document: () => object, publicUrl: string): Route[] {
  return [
    publicRoute({
      path: CATALOG,
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      // RFC 9727, section 2, wants it in the response to HEAD.
      headers: ['link', `<${publicUrl}${CATALOG}>; rel="api-catalog"`],
      text: () => stringifyJson(catalog(publicUrl), 2),
    }),
    publicRoute({
      path: '/llms.txt',
      type: 'text/plain; charset=utf-8',
      text: () => overview(document() as Document, publicUrl), // as `apiDocument` builds it
    }),
  ];
}

/** Returns a set of links (RFC 9264). */
function catalog(publicUrl: string): object {
  const link = (path: string, type: string) => ({ href: `${publicUrl}${path}`, type });
  const api = `${publicUrl}/v1`;
  return {
    linkset: [
      { anchor: `${publicUrl}${CATALOG}`, item: [{ href: api }] },
      {
        anchor: api,
        'service-desc': [
          link('/openapi.json', 'application/json'),
          link('/openapi-3.0.json', 'application/json'),
          link('/openapi.yaml', 'application/yaml'),
        ],
        'service-doc': [link('/docs', 'text/html'), link('/llms.txt', 'text/plain')],
        status: [link('/readyz', 'application/json')],
      },
    ],
  };
}

/** Returns the summary of a site for language models, in the form of llmstxt.org. */
function overview({ paths }: Document, publicUrl: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary }]) => `- \`${method.toUpperCase()} /v1${path}\`: ${summary}`,
    ),
  );
  return `# Petstore

> An adoption catalogue: animals, their profiles and photos, orders, and every change of them. An HTTP API with JSON under ${publicUrl}/v1.

- Each request needs an API key of the operator: \`Authorization: Bearer <API_KEY>\`. A key in a web page needs \`allowedOrigins\`.
- Ids are 64-bit integers. Parse them without floating point.
- Lists have a \`Link\` header with \`rel="next"\`. After 429, wait for the seconds in \`Retry-After\`; \`GET /v1/usage\` still answers and explains it.
- To change many animals, send \`POST /v1/batches\` with up to 1,000 items instead of single requests.
- Send an \`Idempotency-Key\` with each POST, so that it can be repeated.
- Ignore members and types of events that you do not know.

## Documents

- [OpenAPI 3.1](${publicUrl}/openapi.json), also as [YAML](${publicUrl}/openapi.yaml) and as [OpenAPI 3.0](${publicUrl}/openapi-3.0.json)
- [Reference](${publicUrl}/docs)

## Operations

${operations.join('\n')}
`;
}
