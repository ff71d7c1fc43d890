import { type TSchema, Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../../core/errors.ts';
import { bodyTypes } from '../requests/body.ts';
import type { Route, Stability } from '../route.ts';
import { documentedPath } from '../route-table.ts';
import { openEnum, openResponses } from './open-schemas.ts';
import { type ErrorMessages, errorResponses, JSON_BODY_ERRORS } from './openapi-errors.ts';
import { addResponseHeaders, type DocumentPaths, SHARED_HEADERS } from './openapi-headers.ts';
import { INTRODUCTION } from './openapi-introduction.ts';
import { type DocumentParts, shareParts } from './shared-parts.ts';

export interface DocumentOptions {
  /** Base addresses without `/v1`. */
  productionUrl: string;
  stagingUrl: string | undefined;
}

/** The version of the API, not of the software. Additions that break no client do not change it. */
const API_VERSION = '1.0.0';

const ErrorSchema = Type.Object(
  {
    code: Type.Unsafe<string>(openEnum(Object.keys(ERRORS), 'Machine-readable error code.')),
    message: Type.String({
      description: 'Human-readable description: what is wrong and what to send instead.',
    }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status code.' }),
  },
  { $id: 'Error', description: 'The body of every error.' },
);

const TAGS = [
  { name: 'Pets', description: 'The catalogue of animals.' },
  { name: 'Listings', description: 'What adopters see: animals with their profiles and photos.' },
  { name: 'Store', description: 'Requests to adopt an animal.' },
  { name: 'Events', description: 'Every change, in order, to keep a copy of the catalogue up to date.' },
  { name: 'Imports', description: 'Files of animals, in and out.' },
  { name: 'Reports', description: 'Figures of a shelter, from the movements of its animals.' },
  { name: 'Publishing', description: 'The sites where adopters look, and what they get.' },
  { name: 'Usage', description: 'The usage of an account.' },
  {
    name: 'Webhooks',
    description: 'Where the events of the feed are sent to, signed as Standard Webhooks has it.',
  },
  { name: 'Applications', description: 'What visitors ask for, and the answers of the shelter.' },
  { name: 'Administration', description: 'For the admins of a service.' },
];

/**
 * Returns the content of openapi.json, an OpenAPI 3.1 document of the routes that declare a stability.
 *
 * @param schemas the schemas to which those of the routes refer by their `$id`.
 */
export function apiDocument(
  routes: readonly Route[],
  schemas: readonly TSchema[],
  options: DocumentOptions,
): object {
  const paths = pathsOf(routes);
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Petstore',
      version: API_VERSION,
      description: INTRODUCTION,
      contact: { name: 'The operator of this service, who issues its API keys' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `Authorization: Bearer <API_KEY>`.',
        },
      },
      headers: SHARED_HEADERS,
      schemas: componentsOf([ErrorSchema, ...schemas], paths),
    },
    paths,
    servers: servers(options),
    security: [{ apiKey: [] }],
    tags: TAGS,
  };
  addResponseHeaders(document as DocumentPaths);
  shareParts(document as DocumentParts);
  return document;
}

function componentsOf(schemas: readonly TSchema[], paths: Paths): Readonly<Record<string, object>> {
  const components = Object.fromEntries(
    schemas.map((schema) => [idOf(schema), documented(schema) as object]),
  );
  const requests = Object.values(paths).flatMap((operations) =>
    Object.values(operations).map(({ requestBody, parameters }) => [requestBody, parameters]),
  );
  return openResponses(components, requests);
}

function idOf(schema: object): string {
  return '$id' in schema ? String(schema.$id) : '';
}

function servers({ productionUrl, stagingUrl }: DocumentOptions) {
  const production = { url: `${productionUrl}/v1`, description: 'Production' };
  return stagingUrl === undefined
    ? [production]
    : [production, { url: `${stagingUrl}/v1`, description: 'Staging' }];
}

type Operation = ReturnType<typeof operationOf>;
type Paths = Record<string, Record<string, Operation>>;

function pathsOf(routes: readonly Route[]): Paths {
  const paths: Paths = {};
  for (const route of routes) {
    if (route.stability === undefined) continue;
    const path = documentedPath(route.path).replace(/^\/v1/, '');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, route.stability) };
  }
  return paths;
}

function operationOf(route: Route, stability: Stability) {
  const { operationId, summary, tags, description, query, params, headers, responses } = route.schema ?? {};
  const parameters = [
    ...parametersIn('query', query),
    ...parametersIn('path', params),
    ...parametersIn('header', headers),
  ];
  return {
    operationId,
    summary,
    tags,
    description,
    requestBody: requestBodyOf(route),
    parameters: parameters.length === 0 ? undefined : parameters,
    deprecated: route.removal === undefined ? undefined : true,
    'x-stability': stability,
    ...displayedStability(stability),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses ?? {}).map(([status, response]) => [status, responseOf(response)]),
      ),
      ...errorResponses(errorsOf(route), errorMessagesOf(route)),
    },
  };
}

/** Returns how the reference page displays a stability. It does not support beta, so that is a badge. */
function displayedStability(stability: Stability): object {
  return stability === 'beta'
    ? { 'x-badges': [{ name: 'Beta', color: '#b35c00' }] }
    : { 'x-scalar-stability': stability };
}

function errorsOf({ method, schema, body, isForWebPages, role, errors = [] }: Route): readonly ErrorCode[] {
  return [
    ...(schema?.body === undefined || body?.receive !== undefined ? [] : JSON_BODY_ERRORS),
    ...(isForWebPages === true ? [] : (['operation_not_allowed'] as const)),
    ...(role === undefined ? [] : (['insufficient_role'] as const)),
    ...(method === 'GET' ? [] : (['result_unknown'] as const)),
    ...errors,
  ];
}

function errorMessagesOf(route: Route): ErrorMessages {
  const { method, role, errorMessages } = route;
  const types = bodyTypes(method, route).join(' or ');
  const coding = route.body?.types === undefined ? ', in UTF-8' : '';
  return {
    unsupported_media_type: `The Content-Type must be ${types}${coding}; got "text/plain".`,
    ...(role && {
      insufficient_role: `The operation needs the role ${role}; the account has the role reader.`,
    }),
    ...errorMessages,
  };
}

/** Documents each member of the schema of a query, of a path or of headers as one parameter. */
function parametersIn(place: 'query' | 'path' | 'header', schema: TSchema | undefined): object[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [], style, explode } = schema as ObjectSchema; // `Type.Object` makes it
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples, deprecated, ...rest } = property;
    return {
      schema: documented(rest),
      ...(examples && { example: examples[0] }),
      in: place,
      name,
      required: place === 'path' || required.includes(name),
      description,
      ...(deprecated && { deprecated }),
      ...(style && { style, explode }),
    };
  });
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  readonly style?: string;
  readonly explode?: boolean;
}

interface Property {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly deprecated?: boolean;
}

function requestBodyOf(route: Route): object | undefined {
  const described = route.body?.documented ?? route.schema?.body;
  if (described === undefined) return undefined;
  if ('content' in described) return { required: true, content: documented(described.content) };
  const content = bodyTypes(route.method, route).map((type) => [type, { schema: documented(described) }]);
  return { required: route.body?.isOptional !== true, content: Object.fromEntries(content) };
}

interface DeclaredResponse {
  readonly description?: string;
  readonly type?: string;
  readonly content?: object;
  readonly examples?: readonly unknown[];
  /** What the response is in other media types than JSON. */
  readonly otherContent?: object;
}

function responseOf(declared: object): object {
  const { description, content, examples, otherContent, ...schema } = declared as DeclaredResponse;
  if (content !== undefined) return { description, content };
  if (schema.type === 'null') return { description };
  return {
    description,
    content: {
      'application/json': { schema: documented(schema), ...(examples && { example: examples[0] }) },
      ...otherContent,
    },
  };
}

const PUBLIC_FORMATS: ReadonlySet<unknown> = new Set(['int32', 'int64', 'date', 'date-time', 'binary']);

/** Converts a schema of the service for the document, which knows neither its ids nor the formats of its validator. */
function documented(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(documented);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema)
    .filter(([name, value]) => name !== '$id' && (name !== 'format' || PUBLIC_FORMATS.has(value)))
    .map(([name, value]) => {
      if (name === '$ref') return [name, `#/components/schemas/${String(value).replace(/#$/, '')}`];
      return [name, documented(value)];
    });
  return Object.fromEntries(entries);
}
