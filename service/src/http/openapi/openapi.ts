import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json.ts';
import { bodyTypes } from '../requests/body-types.ts';
import type { Stability } from '../stability.ts';
import { isForWebPages } from '../web-page-operations.ts';
import { type ErrorMessages, errorResponses, JSON_BODY_ERRORS } from './openapi-errors.ts';
import { addResponseHeaders, type DocumentPaths, SHARED_HEADERS } from './openapi-headers.ts';
import { INTRODUCTION } from './openapi-introduction.ts';
import { type DocumentResponses, shareResponses } from './openapi-responses.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The documented body, if the service accepts more than it documents. */
    documentedBody?: object;
    /** Example messages of its errors, if those of other operations would be wrong. */
    errorMessages?: ErrorMessages;
  }
}

export interface DocumentOptions {
  /** Base addresses without `/v1`. */
  productionUrl: string;
  stagingUrl: string | undefined;
}

const VERSION = '1.0.0';

const ErrorSchema = Type.Object(
  {
    code: Type.String({
      enum: Object.keys(ERRORS),
      description: 'Machine-readable error code.',
    }),
    message: Type.String({
      description: 'Human-readable description: what is wrong and what to send instead.',
    }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status code.' }),
  },
  { $id: 'Error', description: 'The body of every error.' },
);

/** Collects all routes that are added afterwards into an OpenAPI 3.1 document, `app.swagger()`. */
export async function describeApi(app: FastifyInstance, options: DocumentOptions): Promise<void> {
  app.addSchema(ErrorSchema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Petstore',
        version: VERSION,
        description: INTRODUCTION,
        contact: { name: 'The operator of this service, who issues its API keys' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: servers(options),
      tags: [
        { name: 'Pets', description: 'The catalogue of animals.' },
        { name: 'Listings', description: 'What adopters see: animals with their profiles and photos.' },
        { name: 'Store', description: 'Requests to adopt an animal.' },
        {
          name: 'Events',
          description: 'Every change, in order, to keep a copy of the catalogue up to date.',
        },
        { name: 'Imports', description: 'Files of animals, in and out.' },
        { name: 'Usage', description: 'The usage of an account.' },
        { name: 'Administration', description: 'For the admins of a service.' },
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
        headers: SHARED_HEADERS,
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

/** Returns the text of openapi.json. */
export function apiDocument(app: FastifyInstance): string {
  const document = withoutPrivateFormats(app.swagger());
  // The plugin's type is the union of all OpenAPI versions; `describeApi` selected 3.1.
  addResponseHeaders(document as DocumentPaths);
  shareResponses(document as DocumentResponses);
  return `${stringifyJson(document, 2)}\n`;
}

const PUBLIC_FORMATS: ReadonlySet<unknown> = new Set(['int32', 'int64', 'date', 'date-time']);

/** Removes the custom formats of the service's validator. A `pattern` documents each of them. */
function withoutPrivateFormats(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutPrivateFormats);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name, value]) => name !== 'format' || typeof value !== 'string' || PUBLIC_FORMATS.has(value))
      .map(([name, value]) => [name, withoutPrivateFormats(value)]),
  );
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

interface RouteResponse {
  $ref?: string;
  description?: string;
  examples?: unknown[];
}

/** Returns the responses of a route with their examples in `content`: the plugin would drop an example next to a `$ref`. */
function withExamples(responses: unknown): object {
  const entries = Object.entries(responses as Record<string, RouteResponse>); // as Fastify requires them
  return Object.fromEntries(
    entries.map(([status, { $ref, description, examples, ...rest }]) => {
      if ($ref === undefined || examples === undefined) return [status, { ...rest, description }];
      const [example] = examples;
      return [status, { description, content: { 'application/json': { schema: { $ref }, example } } }];
    }),
  );
}

/** Returns the message about the media type, which depends on the method. */
function typeMessage({ method, config }: RouteOptions): ErrorMessages {
  const types = bodyTypes(String(method), config).join(' or ');
  const coding = config?.bodyTypes === undefined ? ', in UTF-8' : '';
  return { unsupported_media_type: `The Content-Type must be ${types}${coding}; got "text/plain".` };
}

function roleMessage(role: string | undefined): ErrorMessages {
  if (role === undefined) return {};
  return { insufficient_role: `The operation needs the role ${role}; the account has the role reader.` };
}

/** Returns how the reference page displays a stability. It does not support beta, so that is a badge. */
function displayedStability(stability: Stability): object {
  return stability === 'beta'
    ? { 'x-badges': [{ name: 'Beta', color: '#b35c00' }] }
    : { 'x-scalar-stability': stability };
}

/** Adds the stability and the errors of a route's configuration to its schema. */
function describeOperation(schema: FastifySchema, route: RouteOptions): FastifySchema {
  const { stability, removal, errors = [], errorMessages, documentedBody, role } = route.config ?? {};
  if (stability === undefined) return { hide: true };
  const bodyErrors = schema.body === undefined ? [] : JSON_BODY_ERRORS;
  const roleErrors: readonly ErrorCode[] = role === undefined ? [] : ['insufficient_role'];
  const pageErrors: readonly ErrorCode[] = isForWebPages(schema.operationId) ? [] : ['operation_not_allowed'];
  return {
    ...schema,
    ...(documentedBody === undefined ? {} : { body: documentedBody }),
    ...(removal === undefined ? {} : { deprecated: true }),
    'x-stability': stability,
    ...displayedStability(stability),
    response: {
      ...withExamples(schema.response),
      ...errorResponses([...bodyErrors, ...pageErrors, ...roleErrors, ...errors], {
        ...typeMessage(route),
        ...roleMessage(role),
        ...errorMessages,
      }),
    },
  } as FastifySchema;
}
