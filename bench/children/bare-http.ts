import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// Sends a recorded response to every request. `candidates/bare-http.ts` writes the file.

export interface RecordedResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string;
}

const { status, headers, body }: RecordedResponse = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

// A buffer is sent a little faster than a string that is encoded each time.
const bytes = Buffer.from(body);

const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`listens on http://127.0.0.1:${address?.port}`);
});
process.once('SIGTERM', () => process.exit());
