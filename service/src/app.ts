import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { authenticate, checkRole } from './accounts/authenticate.ts';
import type { VerifiedKeys } from './accounts/verified-keys.ts';
import { type Clock, SECOND } from './core/clock.ts';
import type { Database } from './database/database.ts';
import { cors } from './http/cors.ts';
import type { Drain } from './http/drain.ts';
import { answerErrors } from './http/error-response.ts';
import { answerHead } from './http/head-routes.ts';
import { answerHealth, type Readiness } from './http/health.ts';
import { BODY_LIMIT_BYTES, readJsonBodies } from './http/json-body.ts';
import type { Metrics } from './http/metrics.ts';
import { describeInterface } from './http/openapi.ts';
import { COMMON_HEADERS } from './http/openapi-headers.ts';
import { ProtocolErrors } from './http/protocol-errors.ts';
import { serveReference } from './http/reference-page.ts';
import { RequestIds } from './http/request-ids.ts';
import {
  checkRequestHead,
  KnownMethods,
  refuseUnknownRoute,
  routableUrl,
  routeError,
} from './http/route-checks.ts';
import { refuseRemoved, tellStability } from './http/stability.ts';
import { buildValidators, validationError } from './http/validation.ts';
import { nameFault } from './pets/pet.ts';
import { petRoutes } from './pets/pet-routes.ts';
import type { AddressQuotas } from './quota/address-quota.ts';
import { type MeterParts, meter } from './quota/meter.ts';
import { quotaHeaders } from './quota/quota-headers.ts';

export interface AppParts {
  clock: Clock;
  log: FastifyBaseLogger;
  accessLog: boolean;
  database: Database;
  keys: VerifiedKeys;
  addresses: AddressQuotas;
  meter: MeterParts;
  metrics: Metrics | undefined;
  drain: Drain;
  readiness: () => Promise<Readiness>;
  trustProxy: readonly string[];
  publicUrl: string;
  stagingUrl: string | undefined;
}

const HEADERS_TIMEOUT = 10 * SECOND;
const REQUEST_TIMEOUT = 30 * SECOND;
const HEADER_LIMIT_BYTES = 16 * 1024;
const TEXT_FORMATS = { 'pet-name': nameFault };

/** The HTTP application. What a request meets, and in which order, is read off this file from top to bottom. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const ids = new RequestIds();
  const protocolErrors = new ProtocolErrors({
    headersFor: (address) => ({
      ...quotaHeaders(parts.addresses.peek(address, parts.clock.now()), parts.clock.now()),
      'Access-Control-Allow-Origin': '*',
    }),
    requestId: ids.next,
  });
  const app = createServer(parts, ids, protocolErrors);
  const known = new KnownMethods(app);
  answerHead(app);
  protocolErrors.attach(app);
  readJsonBodies(app);
  answerErrors(app);
  app.decorateRequest('caller');
  app.decorateRequest('quotaHeaders', null);
  app.addHook('onRequest', ids.tell);
  app.addHook('onRequest', parts.drain.track);
  parts.metrics?.observe(app);
  if (parts.accessLog) logAccess(app);

  await describeInterface(app, { productionUrl: parts.publicUrl, stagingUrl: parts.stagingUrl });
  await app.register(async (v1) => addVersion1(v1, parts, known), { prefix: '/v1' });
  answerHealth(app, parts.readiness);
  await serveReference(
    app,
    [parts.publicUrl, parts.stagingUrl].filter((url) => url !== undefined),
  );
  app.get('/', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('Content-Length', 0).redirect('/docs/'),
  );
  app.setNotFoundHandler((request) => {
    throw routeError(known, request);
  });
  return app;
}

/** Everything under `/v1`: the checks in the order of the design's section 5.0, then the operations. */
async function addVersion1(v1: FastifyInstance, parts: AppParts, known: KnownMethods): Promise<void> {
  const { clock, addresses } = parts;
  v1.addHook('onRequest', tellStability);
  v1.addHook(
    'onRequest',
    cors({
      exposed: Object.keys(COMMON_HEADERS),
      onPreflight: ({ ip }) => quotaHeaders(addresses.peek(ip, clock.now()), clock.now()),
    }),
  );
  v1.addHook('onRequest', authenticate(parts.keys, clock));
  v1.addHook('onRequest', meter(parts.meter));
  v1.addHook('onRequest', parts.drain.refuseNew);
  v1.addHook('onRequest', checkRequestHead);
  v1.addHook('onRequest', refuseUnknownRoute(known));
  v1.addHook('onRequest', refuseRemoved(clock));
  v1.addHook('onRequest', checkRole);
  v1.setNotFoundHandler((request) => {
    throw routeError(known, request);
  });
  await v1.register(petRoutes({ database: parts.database }));
}

function createServer(parts: AppParts, ids: RequestIds, protocolErrors: ProtocolErrors): FastifyInstance {
  return fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ids.next,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    trustProxy: parts.trustProxy.length === 0 ? false : [...parts.trustProxy],
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT,
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: HEADERS_TIMEOUT,
      connectionsCheckingInterval: SECOND,
    },
    // A path parameter may be as long as a request line: whether it names anything is for its route to say.
    routerOptions: { maxParamLength: HEADER_LIMIT_BYTES },
    rewriteUrl: ({ url = '/' }) => routableUrl(url),
    clientErrorHandler: protocolErrors.answer,
    schemaController: { compilersFactory: { buildValidator: buildValidators(TEXT_FORMATS) } },
    schemaErrorFormatter: (faults, part) => validationError(faults, part, TEXT_FORMATS),
  });
}

/** One line per request; the operation is named, never the query or the key. */
function logAccess(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      operation: request.routeOptions.schema?.operationId ?? 'none',
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      account: request.caller?.principal?.account.name,
    });
    done();
  });
}
