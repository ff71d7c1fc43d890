import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Of the agent that `fetch` uses, which Node.js contains but does not export: https://github.com/nodejs/undici */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1');
/** The system divides the connections at random: with two threads, each attempt fails with a probability of a half. */
const MAX_ATTEMPTS = 100;
const ACCEPT_TIMEOUT_MS = 10_000;

interface Dispatcher {
  dispatch(options: { origin?: string | URL }, handler: unknown): boolean;
  destroy(): Promise<void>;
}

type Connected = (error: Error | null, socket: Socket | null) => void;

interface AgentOptions {
  connect(options: { hostname: string; port: string }, connected: Connected): void;
}

type AgentClass = new (options?: AgentOptions) => Dispatcher;

/** By the origin of the service: an agent for each of its threads. */
const services = new Map<string, { readonly agents: readonly Dispatcher[]; sent: number }>();

/**
 * Lets `fetch` send the requests to a service to each of its threads in turn, so that a thread gets the request that follows a
 * request to another one. Returns a function that ends it.
 *
 * @param acceptedBy for each port of a client, the number of the thread that has its connection, from 1 on.
 */
export async function fetchFromEachThread(
  url: string,
  threads: number,
  acceptedBy: SharedArrayBuffer,
): Promise<() => Promise<void>> {
  const Agent = await agentClass();
  const numbers = new Int32Array(acceptedBy);
  const ended = new AbortController();
  const agents = Array.from({ length: threads }, (_, index) => {
    return new Agent({
      connect({ hostname, port }, connected) {
        const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
        connectTo(index + 1, address, numbers, ended.signal).then(
          (socket) => connected(null, socket),
          (error: Error) => connected(error, null),
        );
      },
    });
  });
  const { origin } = new URL(url);
  services.set(origin, { agents, sent: 0 });
  return async () => {
    services.delete(origin);
    // An agent also connects again for a request that was aborted.
    ended.abort();
    await Promise.all(agents.map((agent) => agent.destroy()));
  };
}

/** Replaces the agent of `fetch` by one that knows the services with several threads. Returns its class. */
let replaced: Promise<AgentClass> | undefined;
function agentClass(): Promise<AgentClass> {
  replaced ??= replaceAgent();
  return replaced;
}

async function replaceAgent(): Promise<AgentClass> {
  // The agent is made with the first request.
  await fetch('data:,');
  const agent: Dispatcher = Reflect.get(globalThis, GLOBAL_DISPATCHER);
  const Agent = agent.constructor as AgentClass; // its public options
  class EachThread extends Agent {
    override dispatch(options: { origin?: string | URL }, handler: unknown): boolean {
      const service = services.get(String(options.origin));
      if (service === undefined) return super.dispatch(options, handler);
      const { agents } = service;
      const next = agents[turnOf(service.sent) % agents.length] as Dispatcher; // the index is smaller
      service.sent += 1;
      return next.dispatch(options, handler);
    }
  }
  Reflect.set(globalThis, GLOBAL_DISPATCHER, new EachThread());
  return Agent;
}

/**
 * Returns the thread that gets a request: 0 1 1 0 1 0 0 1 …, the sum of its binary digits. A thread that got each second request would
 * get only the reads of a test that alternates writes and reads.
 */
function turnOf(request: number): number {
  return request.toString(2).replaceAll('0', '').length;
}

/** Opens connections until the thread has accepted one. */
async function connectTo(
  thread: number,
  address: { host: string; port: number },
  acceptedBy: Int32Array,
  ended: AbortSignal,
): Promise<Socket> {
  for (let attempt = 1; ; attempt += 1) {
    ended.throwIfAborted();
    const socket = await open(address);
    const acceptor = await acceptorOf(socket, acceptedBy);
    if (socket.destroyed) throw new Error('The service has reset a connection before it accepted it');
    if (acceptor === undefined || acceptor === thread || attempt === MAX_ATTEMPTS) return socket;
    socket.destroy();
  }
}

function open({ host, port }: { host: string; port: number }): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    // It stays until the agent has its own: a service that ends resets the connections that it has not accepted.
    socket.on('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

/** Resolves with the thread that has accepted a connection; undefined if none did in time, or if the connection is closed. */
async function acceptorOf(socket: Socket, acceptedBy: Int32Array): Promise<number | undefined> {
  const port = socket.localPort ?? 0;
  const { value } = Atomics.waitAsync(acceptedBy, port, 0, ACCEPT_TIMEOUT_MS);
  const stopped = new AbortController();
  const closed = once(socket, 'close', stopped).catch(() => {});
  const result = await Promise.race([value, closed]);
  stopped.abort();
  return result === 'ok' || result === 'not-equal' ? Atomics.load(acceptedBy, port) : undefined;
}
