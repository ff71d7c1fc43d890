import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { runAfter, type Scope } from '../folders.ts';

/** An e-mail that a server has accepted. */
interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** With its header fields, as it was sent. */
  readonly source: string;
  /** The text for people, decoded. */
  readonly text: string;
}

/** What a server does with the next e-mails. */
type Behaviour =
  | 'accept'
  /** Accepts connections, and sends nothing. */
  | 'silent'
  /** Closes each connection when it gets a message. */
  | 'drop'
  /** Accepts a message, and never confirms it. */
  | 'unconfirmed'
  /** Refuses at a command, with a status of SMTP and a reason. */
  | { readonly at: 'MAIL FROM' | 'RCPT TO' | 'DATA'; readonly status: number; readonly reason?: string };

export interface TestSmtpServer {
  readonly port: number;
  /** Without TLS and password. */
  readonly url: string;
  behaviour: Behaviour;
  /** What it has accepted, in this order. */
  readonly received: readonly ReceivedMail[];
  /** What it has got, also in attempts that it refused afterwards. */
  readonly attempts: readonly string[];
  /** How many connections it got. */
  readonly connections: number;
  /** Resolves with the e-mail of a number, from 1, when it has arrived. */
  arrived(number: number): Promise<ReceivedMail>;
  /** Resolves when so many connections have arrived. */
  connected(number: number): Promise<void>;
}

/** Starts a mail server on a free port, and closes it after the test. */
export async function startSmtpServer(
  t: Scope,
  options: Pick<
    SMTPServerOptions,
    'secure' | 'key' | 'cert' | 'onAuth' | 'authOptional' | 'allowInsecureAuth'
  > = {},
): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const attempts: string[] = [];
  const changes = new EventTarget();
  const changed = () => changes.dispatchEvent(new Event('change'));
  let connections = 0;
  const refuse = (at: string) => {
    const { behaviour } = state;
    if (typeof behaviour !== 'object' || behaviour.at !== at) return null;
    const { status: responseCode, reason = 'not today' } = behaviour;
    return Object.assign(new Error(reason), { responseCode });
  };
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: options.cert === undefined ? ['STARTTLS'] : [],
    logger: false,
    ...options,
    onConnect: (_session, callback) => {
      connections += 1;
      changed();
      if (state.behaviour !== 'silent') callback();
    },
    onMailFrom: (_address, _session, callback) => callback(refuse('MAIL FROM')),
    onRcptTo: (_address, _session, callback) => callback(refuse('RCPT TO')),
    onData: (stream, session, callback) => {
      const accept = (source: string) => {
        attempts.push(source);
        if (state.behaviour === 'drop') return closeAll();
        const refusal = refuse('DATA');
        if (refusal !== null) return callback(refusal);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source,
          text: textOf(source),
        });
        if (state.behaviour !== 'unconfirmed') callback();
        changed();
      };
      // The message of a client that is stopped in the middle does not arrive.
      text(stream).then(accept, () => {});
    },
  });
  // A client that is stopped in the middle is no fault.
  server.on('error', () => {});
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  runAfter(t, async () => {
    closeAll();
    await new Promise<void>((resolve) => server.close(resolve));
  });
  const { port } = server.server.address() as AddressInfo; // it listens on a port
  const whenever = async (isDone: () => boolean) => {
    while (!isDone()) await once(changes, 'change');
  };
  const state: { behaviour: Behaviour } = { behaviour: 'accept' };
  return {
    port,
    url: `smtp://127.0.0.1:${port}?tls=off`,
    received,
    attempts,
    get connections() {
      return connections;
    },
    get behaviour() {
      return state.behaviour;
    },
    set behaviour(behaviour) {
      state.behaviour = behaviour;
    },
    arrived: async (number) => {
      await whenever(() => received.length >= number);
      return received[number - 1] as ReceivedMail; // so many have arrived
    },
    connected: (number) => whenever(() => connections >= number),
  };
}

/** Returns the settings of a service that sends by a server. */
export function mailVia({ url }: TestSmtpServer): Record<string, string> {
  return { SMTP_URL: url, SMTP_FROM: 'Riverside Shelter <hello@shelter.example>' };
}

/** Returns the plain text of a message in MIME, whose parts are quoted-printable, base64 or plain. */
function textOf(source: string): string {
  const [, encoding = '7bit', body = ''] =
    /Content-Type: text\/plain[\s\S]*?Content-Transfer-Encoding: (\S+)\r\n(?:\S[\s\S]*?)?\r\n([\s\S]*?)\r\n--/.exec(
      source,
    ) ?? [];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
