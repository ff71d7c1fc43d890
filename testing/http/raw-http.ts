import { connect, type Socket } from 'node:net';
import type { ApiResponse } from './expect-response.ts';

const END_OF_HEAD = '\r\n\r\n';

export interface RawRequest {
  method?: string;
  path?: string;
  key?: string;
  headers?: readonly string[];
  body?: string;
}

/** Returns a request as text, with `Host`, and with `Content-Length` if there is a body. */
export function rawRequest({
  method = 'GET',
  path = '/v1/pets',
  key,
  headers = [],
  body,
}: RawRequest): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: petstore.example',
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...headers,
  ];
  return `${lines.join('\r\n')}${END_OF_HEAD}${body ?? ''}`;
}

/** A connection on which a test writes bytes that an HTTP client would not send. */
export class RawConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #closed = false;
  #fault: Error | undefined;
  #wake = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('error', (error) => {
      this.#fault = error;
    });
    socket.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
  }

  static open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      const connection = new RawConnection(socket);
      socket.once('connect', () => resolve(connection));
      socket.once('error', reject);
    });
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Reads the next complete response, which may be an interim one. A response to HEAD has no body, whatever its `Content-Length`. */
  async readResponse({ to = 'GET' }: { to?: string | undefined } = {}): Promise<ApiResponse> {
    for (;;) {
      const parsed = parseResponse(this.#received, to === 'HEAD');
      if (parsed !== undefined) {
        this.#received = this.#received.subarray(parsed.bytes);
        return parsed.response;
      }
      if (this.#closed) throw new Error(`no complete response, only ${this.#left()}`, { cause: this.#fault });
      await this.#more();
    }
  }

  /** What has arrived behind the last response. */
  get unread(): string {
    return this.#received.toString();
  }

  /** Reads what arrives until the service closes the connection. */
  async rest(): Promise<string> {
    while (!this.#closed) await this.#more();
    return this.#received.toString();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Closes the side of the client, which can still read. */
  endWriting(): void {
    this.#socket.end();
  }

  /** Closes the connection with a reset, as a program that has crashed with unread bytes does. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #left(): string {
    return JSON.stringify(this.#received.toString('latin1').slice(0, 500));
  }
}

/** Writes the bytes on a new connection and returns the first response. */
export async function exchange(url: string, bytes: string | Uint8Array, to?: string): Promise<ApiResponse> {
  const connection = await RawConnection.open(url);
  try {
    connection.write(bytes);
    return await connection.readResponse({ to });
  } finally {
    connection.close();
  }
}

function parseResponse(bytes: Buffer, isHead: boolean): { response: ApiResponse; bytes: number } | undefined {
  const headEnd = bytes.indexOf(END_OF_HEAD);
  if (headEnd < 0) return undefined;
  const { status, headers } = parseHead(bytes.toString('latin1', 0, headEnd));
  const bodyStart = headEnd + END_OF_HEAD.length;
  const hasBody = !isHead && status >= 200 && status !== 204 && status !== 304;
  const isChunked = hasBody && headers.has('transfer-encoding');
  const body = isChunked
    ? chunkedBody(bytes, bodyStart)
    : plainBody(bytes, bodyStart, hasBody ? Number(headers.get('content-length')) : 0);
  if (body === undefined) return undefined;
  const { text, end } = body;
  const isJson = text !== '' && headers.get('content-type')?.includes('json') === true;
  return { response: { status, headers, text, json: isJson ? JSON.parse(text) : undefined }, bytes: end };
}

type Body = { text: string; end: number } | undefined;

function plainBody(bytes: Buffer, start: number, length: number): Body {
  const end = start + length;
  return bytes.length < end ? undefined : { text: bytes.toString('utf8', start, end), end };
}

/** Reads a body with `Transfer-Encoding: chunked` (RFC 9112, section 7.1), without trailers. */
function chunkedBody(bytes: Buffer, start: number): Body {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + length + 2;
    if (bytes.length < end) return undefined;
    chunks.push(bytes.subarray(lineEnd + 2, end - 2));
    if (length === 0) return { text: Buffer.concat(chunks).toString(), end };
    at = end;
  }
}

function parseHead(head: string): { status: number; headers: Headers } {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? [];
  if (status === undefined) throw new Error(`not a status line: ${statusLine}`);
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { status: Number(status), headers: new Headers(fields) };
}
