import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { ERRORS } from '../core/errors.ts';
import { stringifyJson } from '../core/json.ts';
import { errorResponses } from './openapi-errors.ts';
import { addResponseHeaders, COMMON_HEADERS, type DocumentPaths } from './openapi-headers.ts';
import type { Stability } from './stability.ts';

export interface DocumentOptions {
  /** Base addresses without `/v1`. */
  productionUrl: string;
  stagingUrl: string | undefined;
}

const VERSION = '1.0.0';

/** The Error object of the interface. */
const ErrorSchema = Type.Object(
  {
    code: Type.String({
      enum: Object.keys(ERRORS),
      description: 'Machine-readable error code.',
    }),
    message: Type.String({ description: 'Human-readable description: what is wrong and what is allowed.' }),
    status: Type.Integer({ description: 'The HTTP status code.' }),
  },
  { $id: 'Error', description: 'The body of every error.' },
);

/** Collects the routes that follow into one OpenAPI 3.1 document, `app.swagger()`. */
export async function describeInterface(app: FastifyInstance, options: DocumentOptions): Promise<void> {
  app.addSchema(ErrorSchema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Petstore',
        version: VERSION,
        description:
          'Browse and manage animals available for adoption. Every operation needs an API key and counts against the two quotas of its account. Query parameters that an operation does not have are ignored, except names that differ from a known one by case and `name`, `ids`, `q`, `page`, `offset`, `search`: those are 400. Operations that are added after 1.0.0 refuse every unknown parameter.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: servers(options),
      tags: [
        { name: 'Pets', description: 'The catalogue of animals.' },
        { name: 'Store', description: 'Requests to adopt an animal.' },
      ],
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key: `Authorization: Bearer <API_KEY>`.',
          },
        },
        headers: COMMON_HEADERS,
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
    transform: ({ schema, url, route }) => ({
      schema: describeOperation(schema, route),
      url: withoutVersion(url),
    }),
  });
}

/** The document as it is published, in the order in which it was written. */
export function interfaceDocument(app: FastifyInstance): string {
  const document = app.swagger();
  addResponseHeaders(document as DocumentPaths); // the plugin's type is the union of all OpenAPI versions
  return `${stringifyJson(document, 2)}\n`;
}

function servers({ productionUrl, stagingUrl }: DocumentOptions) {
  const production = { url: `${productionUrl}/v1`, description: 'Production' };
  return stagingUrl === undefined
    ? [production]
    : [production, { url: `${stagingUrl}/v1`, description: 'Staging' }];
}

function withoutVersion(url: string): string {
  return url.replace(/^\/v1(?=\/)/, '');
}

/** How the reference page shows a stability. It has no word for beta, which therefore gets a badge. */
function shownStability(stability: Stability): object {
  return stability === 'beta'
    ? { 'x-badges': [{ name: 'Beta', color: '#b35c00' }] }
    : { 'x-scalar-stability': stability };
}

/** Adds to a route's schema what its configuration says: stability, and each error it may answer. */
function describeOperation(schema: FastifySchema, route: RouteOptions): FastifySchema {
  const { stability, removal, errors = [] } = route.config ?? {};
  if (stability === undefined) return { hide: true };
  return {
    ...schema,
    ...(removal === undefined ? {} : { deprecated: true }),
    'x-stability': stability,
    ...shownStability(stability),
    response: { ...(schema.response as object), ...errorResponses(errors) },
  } as FastifySchema;
}
