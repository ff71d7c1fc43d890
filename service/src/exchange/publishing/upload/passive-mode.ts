// cspell:ignore PASV EPSV
import { connect, type Socket } from 'node:net';
import { TLSSocket, connect as upgrade } from 'node:tls';
import type { FTPContext } from 'basic-ftp';
import { UploadFault } from './upload-fault.ts';

const EPSV_PORT = /\((\D)\1\1(\d{1,5})\1\)/;
const PASV_PORT = /(?<![-\d])(?:\d{1,3},){4}(\d{1,3}),(\d{1,3})/;

/**
 * Opens the connection for one file at the address of the control connection. `PASV` names an address as well, which may lead
 * anywhere, or be that of a server behind NAT inside of its own network: only its port counts. The library would refuse the second.
 */
export async function openDataConnection(ftp: FTPContext): Promise<Socket> {
  const port = await askForPort(ftp);
  const { remoteAddress } = ftp.socket;
  if (remoteAddress === undefined) throw new UploadFault('cut_off');
  const socket = await connected(remoteAddress, port, ftp.timeout);
  if (!(ftp.socket instanceof TLSSocket)) return socket;
  // The server refuses a session that did not begin on the control connection.
  const session = ftp.tlsSessionStore ?? ftp.socket.getSession();
  const encrypted = upgrade({ ...ftp.tlsOptions, socket, ...(session && { session }) });
  encrypted.on('session', (next) => {
    ftp.tlsSessionStore = next;
  });
  return encrypted;
}

async function askForPort(ftp: FTPContext): Promise<number> {
  const extended = await ftp.request('EPSV').catch((error: unknown) => {
    if (ftp.closed) throw error;
    // Servers without EPSV refuse it.
    return undefined;
  });
  const [, , port] = EPSV_PORT.exec(extended?.message ?? '') ?? [];
  if (extended !== undefined && isPort(Number(port))) return Number(port);
  const response = await ftp.request('PASV').catch((error: unknown) => {
    if (ftp.closed) throw error;
    throw new UploadFault('no_passive_mode', error);
  });
  const [, high, low] = PASV_PORT.exec(response.message) ?? [];
  const number = Number(high) * 256 + Number(low);
  if (!isPort(number)) throw new UploadFault('no_passive_mode');
  return number;
}

function isPort(number: number): boolean {
  return number > 0 && number < 65_536;
}

function connected(host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // The time-out only emits an event, which no one listens for later.
    const socket = connect({ host, port, timeout: timeoutMs });
    const fail = (cause?: unknown) => {
      socket.destroy();
      reject(new UploadFault('no_passive_mode', cause));
    };
    socket.once('timeout', fail);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.removeListener('timeout', fail);
      socket.removeListener('error', fail);
      resolve(socket);
    });
  });
}
