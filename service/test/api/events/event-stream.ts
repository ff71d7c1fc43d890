import assert from 'node:assert/strict';
import type { TestService } from '@petstore/testing/service.ts';

/** A message of a stream by its fields. A comment has none. */
export type Message = Readonly<Partial<Record<'id' | 'event' | 'data' | 'retry', string>>>;

export interface OpenStream {
  readonly headers: Headers;
  /** Returns the next message; undefined at the end. */
  next(): Promise<Message | undefined>;
  /** Returns the next messages with data, in order. */
  events(count: number): Promise<Message[]>;
  close(): Promise<void>;
}

/** Opens a stream of events over a real socket, after its first two messages: the pause before a new connection, and the position. */
export async function openStream(
  service: Pick<TestService, 'url'>,
  key: string,
  query = 'after=latest',
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  const abort = new AbortController();
  const response = await fetch(`${service.url}/v1/events?${query}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${key}`, ...headers },
    signal: abort.signal,
  });
  assert.equal(response.status, 200, response.status === 200 ? '' : await response.text());
  const messages = messagesOf(response);
  const next = async () => (await messages.next()).value ?? undefined;
  assert.deepEqual(await next(), { retry: '3000' });
  return {
    headers: response.headers,
    next,
    events: async (count) => {
      const found: Message[] = [];
      while (found.length < count) {
        const message = (await next()) ?? assert.fail(`the stream has ended after ${found.length} events`);
        if (message.data !== undefined) found.push(message);
      }
      return found;
    },
    close: async () => {
      abort.abort();
      await messages.next().catch(() => {});
    },
  };
}

async function* messagesOf({ body }: Response): AsyncGenerator<Message, undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) yield messageOf(block);
  }
  return undefined;
}

function messageOf(block: string): Message {
  const lines = block.split('\n').filter((line) => !line.startsWith(':'));
  return Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)));
}
