import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';

/** What a service says to bytes that may be no request at all, up to the end of the connection. */

/** Sends the bytes and closes its side when `served` resolves; returns every answer, each of them whole. */
export async function answersUntilClosed(
  url: string,
  bytes: Uint8Array,
  served: () => Promise<unknown>,
): Promise<ApiResponse[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(Buffer.from(chunk)));
  socket.on('error', () => {}); // A reset is a way to close.
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(bytes);
  await served();
  socket.end();
  await closed;
  return wholeAnswers(Buffer.concat(received));
}

const END_OF_HEAD = '\r\n\r\n';

function wholeAnswers(bytes: Buffer): ApiResponse[] {
  const answers: ApiResponse[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const headEnd = rest.indexOf(END_OF_HEAD);
    assert.ok(headEnd > 0, `no whole head: ${JSON.stringify(rest.toString('latin1', 0, 200))}`);
    const { status, headers } = readHead(rest.toString('latin1', 0, headEnd));
    const bodyStart = headEnd + END_OF_HEAD.length;
    const length = status < 200 || status === 204 || status === 304 ? 0 : lengthIn(headers);
    assert.ok(rest.length >= bodyStart + length, `the body of a ${status} is cut off`);
    const text = rest.toString('utf8', bodyStart, bodyStart + length);
    const isJson = text !== '' && headers.get('content-type')?.includes('json') === true;
    answers.push({ status, headers, text, json: isJson ? JSON.parse(text) : undefined });
    rest = rest.subarray(bodyStart + length);
  }
  return answers;
}

function readHead(head: string): { status: number; headers: Headers } {
  const [first = '', ...lines] = head.split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) [ -~]+$/.exec(first) ?? [];
  assert.ok(status !== undefined, `no status line: ${JSON.stringify(first)}`);
  const fields = lines.map((line): [string, string] => {
    const [, name, value] = /^([\w-]+): ([ -~]*)$/.exec(line) ?? [];
    assert.ok(name !== undefined && value !== undefined, `no header: ${JSON.stringify(line)}`);
    return [name, value];
  });
  return { status: Number(status), headers: new Headers(fields) };
}

function lengthIn(headers: Headers): number {
  const length = headers.get('content-length') ?? '';
  assert.match(length, /^\d+$/, 'every answer says its length');
  return Number(length);
}
