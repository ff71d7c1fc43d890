import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { ADMINISTRATION_FORMATS } from '../administration/formats.ts';
import { SECOND } from '../core/clock.ts';
import { addAcceptors, requireFreePort, SHARED_ADDRESS } from '../http/connections/acceptors.ts';
import { LARGE_BODY_TIMEOUT } from '../http/connections/body-deadlines.ts';
import { exchangeOf } from '../http/exchange.ts';
import { createServer } from '../http/node-http.ts';
import type { Listener } from '../http/overload/request-queue.ts';
import { textFault } from '../http/requests/text.ts';
import { routableUrl } from '../http/route-checks.ts';
import { PROFILE_FORMATS } from '../listings/profile-fields.ts';
import { nameFault } from '../pets/pet.ts';
import { SETTINGS_FORMATS } from '../settings/settings.ts';

const HEADERS_TIMEOUT = 10 * SECOND;
const KEEP_ALIVE_TIMEOUT = 72 * SECOND;
/** How long a server that closes waits for its connections. Some never send a request: browsers connect in advance. */
const FORCE_AFTER_MS = SECOND / 2;
const HEADER_LIMIT_BYTES = 16 * 1024;

export const TEXT_FORMATS = {
  'pet-name': nameFault,
  'plain-text': textFault,
  ...PROFILE_FORMATS,
  ...SETTINGS_FORMATS,
  ...ADMINISTRATION_FORMATS,
};

export interface FrameworkOptions {
  log: FastifyBaseLogger;
  /** Called for each server before it listens: one for each address that the host name has. */
  onServer: (server: Server) => void;
  onClientError: (error: NodeJS.ErrnoException, socket: Socket) => void;
}

export interface Framework {
  readonly app: FastifyInstance;
  /** Passes a request to the framework. */
  readonly framework: Listener;
  /** Sets what handles the requests of the servers. */
  readonly setListener: (listener: Listener) => void;
  /** Listens on an address, or on both addresses of `localhost`. Returns the URL. */
  readonly listen: (address: { host: string; port: number }) => Promise<string>;
}

/** Creates the framework behind servers whose requests another listener receives first. */
export function createFramework({ log, onServer, onClientError }: FrameworkOptions): Framework {
  let framework: Listener = notReady;
  let listener: Listener = notReady;
  const servers: Server[] = [];
  const stopAcceptors: Array<() => void> = [];
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => exchangeOf({ raw: request }).id,
    requestIdHeader: false,
    // The lines of a request are logged by the pipeline, so the framework needs no logger for each request.
    childLoggerFactory: (logger) => logger,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    serverFactory: (handler) => {
      framework = handler;
      const server = createHttpServer((request, response) => listener(request, response));
      servers.push(server);
      onServer(server);
      return server;
    },
    // A path parameter may be as long as the request line, so that its route responds, with its own 404.
    routerOptions: { maxParamLength: HEADER_LIMIT_BYTES },
    rewriteUrl: ({ url = '/' }) => routableUrl(url),
    clientErrorHandler: onClientError,
    schemaController: {
      compilersFactory: {
        // Without these, Fastify loads its own. The pipeline validates requests, and answers are serialised already.
        buildValidator: () => {
          throw new Error('The framework validates nothing');
        },
        buildSerializer: () => () => JSON.stringify,
      },
    },
  });
  app.addHook('preClose', async () => {
    for (const stop of stopAcceptors) stop();
    for (const server of servers) setTimeout(() => server.closeAllConnections(), FORCE_AFTER_MS).unref();
  });
  return {
    app,
    framework: (request, response) => framework(request, response),
    setListener: (next) => {
      listener = next;
    },
    listen: async ({ host, port }) => {
      await requireFreePort(host, port);
      const url = await app.listen({ host, port, ...SHARED_ADDRESS });
      for (const server of servers.filter((each) => each.listening)) {
        stopAcceptors.push(await addAcceptors(server));
      }
      return url;
    },
  };
}

function createHttpServer(listener: Listener): Server {
  const options = {
    requireHostHeader: false,
    maxHeaderSize: HEADER_LIMIT_BYTES,
    headersTimeout: HEADERS_TIMEOUT,
    // `BodyDeadlines` ends almost all slow requests earlier.
    requestTimeout: HEADERS_TIMEOUT + LARGE_BODY_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    connectionsCheckingInterval: SECOND,
  };
  return createServer(options, listener);
}

function notReady(): never {
  throw new Error('The application is not complete yet');
}
