import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TLSSocket } from 'node:tls';
import type { FTPContext, FTPError } from 'basic-ftp';
import { SECOND } from '../../../platform/core/clock.ts';
import { openDataConnection } from './passive-mode.ts';

/** How long a site may take to state why it has ended the connection for a file. */
const REASON_TIMEOUT = 5 * SECOND;

/**
 * Sends a file to the site. The library would end with the first error of either connection: if a site has no space, the reset of the
 * connection for the file often arrives before the reply that states why. Here the reply decides, if there is one.
 *
 * @throws {Error} a reply of the site, the error of a connection, or that of `source`.
 */
export async function sendFile(ftp: FTPContext, source: Readable, path: string): Promise<void> {
  try {
    const socket = await openDataConnection(ftp);
    // Without a listener, an error after the last byte would end the process.
    socket.on('error', () => {});
    try {
      await transfer(ftp, source, socket, path);
    } finally {
      socket.destroy();
    }
  } finally {
    source.destroy();
  }
}

export function isReply(error: unknown): error is FTPError {
  return typeof (error as Partial<FTPError>).code === 'number';
}

async function transfer(ftp: FTPContext, source: Readable, socket: Socket, path: string): Promise<void> {
  const begun = Promise.withResolvers<void>();
  let waits = true;
  const replied: Promise<unknown> = ftp
    .handle(`STOR ${path}`, (reply, task) => {
      if (reply instanceof Error) task.reject(reply);
      else if (reply.code === 125 || reply.code === 150) begun.resolve();
      else if (reply.code >= 300) ftp.closeWithError(new Error('The site asks for more than a file'));
      else if (reply.code >= 200) task.resolve(reply);
    })
    .finally(() => {
      waits = false;
    });
  await Promise.race([begun.promise, replied]);
  // A site that refuses the rest of a file may leave its connection open.
  replied.catch(() => socket.destroy());
  const replyWithin = (ms: number) => waits && ftp.socket.setTimeout(ms);
  // Meanwhile only the connection for the file has to be busy.
  replyWithin(0);
  const sent = sendAll(source, socket, ftp.timeout).then(
    () => void replyWithin(ftp.timeout),
    (error: unknown) => {
      replyWithin(Math.min(REASON_TIMEOUT, ftp.timeout));
      throw error;
    },
  );
  const [all, reply] = await Promise.allSettled([sent, replied]);
  if (reply.status === 'rejected' && isReply(reply.reason)) throw reply.reason;
  for (const result of [all, reply]) if (result.status === 'rejected') throw result.reason;
}

/** Ends when the last byte was handed over. */
async function sendAll(source: Readable, socket: Socket, timeoutMs: number): Promise<void> {
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('Timeout (data connection)')));
  // Some servers begin TLS only when they know the file.
  if (socket instanceof TLSSocket && socket.getCipher() === undefined) await once(socket, 'secureConnect');
  await pipeline(source, socket);
}
