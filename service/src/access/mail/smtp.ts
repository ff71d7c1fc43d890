// cspell:ignore EAUTH ENOAUTH ETLS EDNS EABORT
import { type MailConfig, serverOf } from '../../platform/config/mail.ts';
import { type Clock, MINUTE, SECOND } from '../../platform/core/clock.ts';
import { withDeadline } from '../../platform/core/tasks/deadline.ts';
import type { Message } from './message.ts';
import type { MailFault } from './outbox-queries.ts';

// RFC 5321, section 4.5.3.2: a client that gives up earlier sends a message again that the server was about to accept.
/** Until a server has greeted, with the look-up of its name and TLS. */
const GREETING_TIMEOUT = 5 * MINUTE;
/** Until a server replies: it may look into a message before it accepts it. */
const REPLY_TIMEOUT = 10 * MINUTE;
/** For all of it: a server that sends a byte now and then does not hold the other e-mails for longer. */
const SENDING_TIMEOUT = 15 * MINUTE;
const LOOKUP_TIMEOUT = 10 * SECOND;

/** What is sent once, and what makes a repetition recognizable. */
export interface Sending {
  readonly recipient: string;
  readonly message: Message;
  /** The same for each attempt: mail programs show a repetition once. */
  readonly messageId: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** The server did not accept an e-mail. The message is a sentence for the operator. */
export class MailRefused extends Error implements MailFault {
  override name = 'MailRefused';
  readonly isPermanent: boolean;
  /** True if the server refuses all e-mails now, not this one. */
  readonly isOfServer: boolean;

  constructor(message: string, { isPermanent, isOfServer }: { isPermanent: boolean; isOfServer: boolean }) {
    super(message);
    this.isPermanent = isPermanent;
    this.isOfServer = isOfServer;
  }

  /** Without addresses, for the store and the log. */
  get reason(): string {
    return this.message.replaceAll(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/gu, '…@…');
  }
}

interface SmtpOptions {
  /** How long the whole of it may take. */
  readonly timeoutMs?: number;
  readonly clock?: Pick<Clock, 'after'>;
  /** Certificates that are trusted as well, for tests. */
  readonly ca?: string | undefined;
}

/**
 * Sends an e-mail on a connection of its own.
 *
 * @throws {MailRefused} if the server did not accept it, or no one knows whether it did.
 */
export async function sendBySmtp(
  config: MailConfig,
  { recipient, message, messageId, at }: Sending,
  stop: AbortSignal,
  { ca, timeoutMs = SENDING_TIMEOUT, clock }: SmtpOptions = {},
): Promise<void> {
  // Imported only if it is used.
  const { createTransport } = await import('nodemailer');
  const { host, port, tls, user, from } = config;
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    ...(user && { auth: { user: user.name, pass: user.password }, forceAuth: true }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: GREETING_TIMEOUT,
    dnsTimeout: LOOKUP_TIMEOUT,
    greetingTimeout: GREETING_TIMEOUT,
    socketTimeout: REPLY_TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const send = (signal: AbortSignal) =>
    transport.sendMail({
      // Names and addresses apart: no text is read as a list of addresses.
      from,
      to: { name: '', address: recipient },
      envelope: { from: from.address, to: [recipient] },
      subject: message.subject,
      text: message.text,
      html: message.html,
      messageId,
      date: new Date(at),
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      signal,
    });
  const tooLate = () =>
    Object.assign(new Error(`it took more than ${timeoutMs / SECOND} s`), { code: 'ETIMEDOUT' });
  try {
    await withDeadline({ ms: timeoutMs, stop, tooLate, clock }, send);
  } catch (error) {
    throw refusalOf(error, config);
  } finally {
    transport.close();
  }
}

/** What nodemailer adds to an error. */
interface SmtpError {
  readonly code?: string;
  /** That of Node. */
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly message?: string;
}

function refusalOf(error: unknown, config: MailConfig): MailRefused {
  const fault = error as SmtpError; // nodemailer rejects with errors
  const { command = '', responseCode = 0, response, message = '' } = fault;
  const isOfMessage = /^(RCPT TO|DATA)/.test(command) && responseCode !== 0;
  const [status = '', enhanced] = /^\d{3}(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response ?? '') ?? [];
  // 421: the server closes the connection. 4.3.x and, for a message, 452: it has no space. Another 452 is of a full mailbox.
  const hasNoSpace = enhanced?.startsWith('4.3.') ?? (responseCode === 452 && command.startsWith('DATA'));
  const isOfServer = !isOfMessage || responseCode === 421 || hasNoSpace;
  const isPermanent = isOfMessage && responseCode >= 500 && responseCode !== 503;
  // Until the user is accepted, a reply may repeat what was sent, which is the password.
  const hidesReply = config.user !== undefined && !/^(MAIL FROM|RCPT TO|DATA)/.test(command);
  const reply = hidesReply && response !== undefined ? status : (response ?? message);
  const shown = reply.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  return new MailRefused([explain(fault, serverOf(config)), ...(shown === '' ? [] : [shown])].join(': '), {
    isPermanent,
    isOfServer,
  });
}

function explain({ code, originalCode = '', command = '' }: SmtpError, server: string): string {
  if (command.startsWith('RCPT TO')) return `${server} refused the recipient`;
  if (command.startsWith('DATA')) return `${server} refused the message`;
  if (command.startsWith('MAIL FROM')) return `${server} refused the sender`;
  if (/CERT|^UNABLE_TO_/.test(originalCode)) return `The certificate of ${server} is not trusted`;
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return `${server} refused the user or the password`;
    case 'ETLS':
      return `${server} offers no TLS`;
    case 'EDNS':
      return `The host of ${server} was not found`;
    case 'ETIMEDOUT':
    case 'EABORT':
      return `${server} did not respond in time`;
    default:
      return `The connection to ${server} failed`;
  }
}
