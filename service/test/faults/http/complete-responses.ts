import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';

/** The responses to bytes that may not be a request, until the end of the connection. */

/** Sends the bytes and closes its side when `served` resolves; returns all responses and asserts that they are complete. */
export async function responsesUntilClosed(
  url: string,
  bytes: Uint8Array,
  served: () => Promise<unknown>,
): Promise<ApiResponse[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(Buffer.from(chunk)));
  socket.on('error', () => {}); // The service may reset the connection.
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(bytes);
  await served();
  socket.end();
  await closed;
  return completeResponses(Buffer.concat(received));
}

const END_OF_HEAD = '\r\n\r\n';

function completeResponses(bytes: Buffer): ApiResponse[] {
  const responses: ApiResponse[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const headEnd = rest.indexOf(END_OF_HEAD);
    assert.ok(headEnd > 0, `incomplete headers: ${JSON.stringify(rest.toString('latin1', 0, 200))}`);
    const { status, headers } = readHead(rest.toString('latin1', 0, headEnd));
    const bodyStart = headEnd + END_OF_HEAD.length;
    const length = status < 200 || status === 204 || status === 304 ? 0 : lengthIn(headers);
    assert.ok(rest.length >= bodyStart + length, `the body of a ${status} is incomplete`);
    const text = rest.toString('utf8', bodyStart, bodyStart + length);
    const isJson = text !== '' && headers.get('content-type')?.includes('json') === true;
    responses.push({ status, headers, text, json: isJson ? JSON.parse(text) : undefined });
    rest = rest.subarray(bodyStart + length);
  }
  return responses;
}

function readHead(head: string): { status: number; headers: Headers } {
  const [first = '', ...lines] = head.split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) [ -~]+$/.exec(first) ?? [];
  assert.ok(status !== undefined, `invalid status line: ${JSON.stringify(first)}`);
  const fields = lines.map((line): [string, string] => {
    const [, name, value] = /^([\w-]+): ([ -~]*)$/.exec(line) ?? [];
    assert.ok(name !== undefined && value !== undefined, `invalid header: ${JSON.stringify(line)}`);
    return [name, value];
  });
  return { status: Number(status), headers: new Headers(fields) };
}

function lengthIn(headers: Headers): number {
  const length = headers.get('content-length') ?? '';
  assert.match(length, /^\d+$/, 'every response has a Content-Length');
  return Number(length);
}
