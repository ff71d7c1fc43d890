import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { ApiKeyCache } from '../access/accounts/api-key-cache.ts';
import type { KeyUses } from '../access/accounts/key-uses.ts';
import { giveBack, knownQuota } from '../access/quota/count-request.ts';
import { quotaHeaders } from '../access/quota/quota-headers.ts';
import { passkeySignInRoutes } from '../access/sessions/passkey-sign-in-routes.ts';
import { providerRoutes } from '../access/sessions/provider-routes.ts';
import { sessionRoutes } from '../access/sessions/session-routes.ts';
import { signInMethodRoutes } from '../access/sessions/sign-in-method-routes.ts';
import { PhotoFiles } from '../catalogue/listings/photo-files.ts';
import { partnerPhotoFile } from '../exchange/partners/partner-animal-queries.ts';
import type { SignInProviderConfig } from '../platform/config/sign-in-provider.ts';
import { once } from '../platform/core/tasks/single-flight.ts';
import { Throttle } from '../platform/core/throttle.ts';
import type { Address } from '../platform/http/connections/acceptors.ts';
import { BodyDeadlines } from '../platform/http/connections/body-deadlines.ts';
import { limitConnections, observeClosing } from '../platform/http/connections/connections.ts';
import { HttpServer } from '../platform/http/connections/http-server.ts';
import { ProtocolErrors } from '../platform/http/connections/protocol-errors.ts';
import { UnreadBodies } from '../platform/http/connections/unread-bodies.ts';
import { UnreadResponses } from '../platform/http/connections/unread-responses.ts';
import { corsHeaders } from '../platform/http/cors.ts';
import type { GracefulShutdown } from '../platform/http/graceful-shutdown.ts';
import { Health, type Readiness } from '../platform/http/health.ts';
import type { Metrics } from '../platform/http/metrics.ts';
import { discoveryRoutes } from '../platform/http/openapi/discovery-routes.ts';
import { documentRoutes } from '../platform/http/openapi/document-routes.ts';
import { apiDocument } from '../platform/http/openapi/openapi.ts';
import { EXPOSED_HEADERS } from '../platform/http/openapi/openapi-headers.ts';
import { referenceRoutes } from '../platform/http/openapi/reference-page.ts';
import { RequestQueue } from '../platform/http/overload/request-queue.ts';
import { CONSTANT_FIELDS, CONSTANT_HEADERS, flatHeaders } from '../platform/http/responses/answer.ts';
import { Responder } from '../platform/http/responses/responder.ts';
import { ResponseCache } from '../platform/http/responses/response-cache.ts';
import type { Route, Tracing } from '../platform/http/route.ts';
import { RouteTable } from '../platform/http/route-table.ts';
import { ConsoleFiles, iconRoutes } from '../platform/http/static/console-files.ts';
import { fontRoutes } from '../platform/http/static/font-files.ts';
import { CachedReads } from './cached-reads.ts';
import { type OperationDependencies, operations, SCHEMAS, TEXT_FORMATS } from './operations.ts';
import { Pipeline } from './pipeline.ts';
import { publicSiteRoutes } from './public-site.ts';
import { RequestIds, RequestLog } from './request-log.ts';
import { stepsOf } from './steps.ts';
import { createClassifier } from './traffic-class.ts';

export interface AppDependencies extends OperationDependencies {
  log: Logger;
  accessLog: boolean;
  keys: ApiKeyCache;
  keyUses: KeyUses;
  metrics: Metrics | undefined;
  tracing: Tracing | undefined;
  shutdown: GracefulShutdown;
  readiness: () => Promise<Readiness>;
  trustProxy: readonly string[];
  maxConnections: number;
  maxConnectionsPerAddress: number;
  stagingUrl: string | undefined;
  signInProvider: SignInProviderConfig | undefined;
  applicationsKeptDays: number;
}

/** The HTTP application. */
export interface App {
  readonly server: Server;
  /** All methods and paths that it serves. */
  readonly routes: readonly string[];
  /** Returns the content of openapi.json. */
  readonly document: () => object;
  /** Listens on an address, or on all addresses of `localhost`. Returns the first. */
  listen(address: Address, threads: number, isFirst: boolean): Promise<Address>;
  /** Listens on sockets that systemd has opened. Returns their address. */
  listenOn(first: number, ...others: number[]): Promise<Address>;
  /** Accepts no more connections. Resolves when all are closed, or after the time. */
  stopListening(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

const VERSION_1_FIELDS = [...flatHeaders(corsHeaders(EXPOSED_HEADERS)), ...CONSTANT_FIELDS];

/** Builds the HTTP application: the connections, the queue, the pipeline and the table of routes. */
export function buildApp(dependencies: AppDependencies): App {
  const { clock, log, metrics, shutdown, database, counting, keys, share } = dependencies;
  const ids = new RequestIds();
  const requestLog = new RequestLog(dependencies);
  const onClosed = observeClosing(log, metrics);
  const unread = new UnreadResponses({ share, onClosed: () => onClosed('unread_memory') });
  const responder = new Responder({
    shutdown,
    unread,
    bodies: new UnreadBodies(),
    observe: requestLog.observe,
  });
  const protocolErrors = createProtocolErrors(dependencies, ids, requestLog);
  const bodies = new BodyDeadlines(clock, protocolErrors.respond);
  const { table: routes, document } = createTable(dependencies);
  const responses = database.version && new ResponseCache(database.version, { share });
  const reads = new CachedReads(routes, responses);
  const pipeline = new Pipeline({
    ...dependencies,
    ids,
    responder,
    protocolErrors,
    bodies,
    routes,
    answer: stepsOf({ ...dependencies, routes, reads }),
    knownQuota: (exchange) => knownQuota({ ...counting, keys }, exchange),
    giveBack: (exchange) => giveBack(counting, exchange),
    onShed: requestLog.observeShed,
  });
  const queue = new RequestQueue({
    next: pipeline.handle,
    shed: pipeline.shed,
    classify: createClassifier(dependencies),
    onPipelined: protocolErrors.trackPipelined,
    onWait: (response) => shutdown.trackResponse(response),
    clock,
  });
  const http = new HttpServer(queue.handle, protocolErrors.respond);
  protocolErrors.attach(http.server);
  const stops = [bodies.start(), limitConnections(http.server, { ...dependencies, onClosed })];
  return {
    server: http.server,
    routes: routes.list,
    document,
    listen: (...parameters) => http.listen(...parameters),
    listenOn: (...sockets) => http.listenOn(...sockets),
    stopListening: (timeoutMs) => http.stopListening(timeoutMs),
    close: async () => {
      await http.close();
      for (const stop of stops) stop();
      requestLog.close();
    },
  };
}

/** Puts everything that the service answers into one table. */
function createTable(dependencies: AppDependencies) {
  const { clock, log, metrics, shutdown, database, counting, publicUrl, stagingUrl, tables, share } =
    dependencies;
  const health = new Health({
    clock,
    probe: dependencies.readiness,
    isClosing: () => shutdown.isShuttingDown,
    onChange: readinessLog(log),
    installation: database.installation,
  });
  metrics?.addGauge('petstore_ready', '1 if /readyz succeeds, 0 if it fails.', async () =>
    Number(await health.isReady()),
  );
  const ofApi = operations(dependencies);
  const document = once(() => apiDocument(ofApi, SCHEMAS, { productionUrl: publicUrl, stagingUrl }));
  const callableUrls = [publicUrl, stagingUrl].filter((url) => url !== undefined);
  const routes: Route[] = [
    ...ofApi,
    ...health.routes(),
    new PhotoFiles({
      database,
      addressOf: counting.addressOf,
      otherFile: (id, name) => partnerPhotoFile(database.read, id, name),
      tables,
      share,
    }).route(),
    ...publicSiteRoutes(dependencies),
    ...documentRoutes(document),
    ...discoveryRoutes(document, publicUrl),
    ...referenceRoutes(callableUrls),
    ...new ConsoleFiles().routes(),
    ...sessionRoutes({ ...dependencies, ...counting }),
    ...passkeySignInRoutes({ ...dependencies, ...counting }),
    ...providerRoutes({ ...dependencies, ...counting, onProviderFault: providerLog(log) }),
    ...signInMethodRoutes({ ...dependencies, offersCodes: () => dependencies.mail.isSetUp() }),
    ...iconRoutes(),
    ...fontRoutes(),
  ];
  const table = new RouteTable(routes, {
    clock,
    formats: TEXT_FORMATS,
    schemas: SCHEMAS,
    headers: VERSION_1_FIELDS,
  });
  return { table, document };
}

/** A store that is away without traffic leads to no other line. */
function readinessLog(log: Logger): (state: Readiness) => void {
  const throttle = new Throttle();
  return (state) =>
    throttle.run((leftOut) => {
      if (state.ready) log.info(leftOut, 'the service is ready again');
      else log.error({ why: state.why, ...leftOut }, 'the service is not ready');
    }, String(state.ready));
}

/** An attempt to sign in can be repeated as often as anyone likes. */
function providerLog(log: Logger): (why: string) => void {
  const throttle = new Throttle();
  return (why) =>
    throttle.run((leftOut) => log.warn({ why, ...leftOut }, 'the provider could not sign someone in'));
}

function createProtocolErrors(
  { counting, clock }: AppDependencies,
  ids: RequestIds,
  { observe, observeUnparsed }: RequestLog,
): ProtocolErrors {
  return new ProtocolErrors({
    headersFor: (address) => {
      const now = clock.now();
      const quota = quotaHeaders(counting.addresses.peek(address, now), now);
      return { ...quota, ...CONSTANT_HEADERS, 'Access-Control-Allow-Origin': '*' };
    },
    requestId: ids.next,
    observe,
    observeUnparsed,
  });
}
