import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** An answer of the service, to be written again by nothing but Node: names and values of the headers in turn. */
export interface RecordedAnswer {
  headers: string[];
  body: string;
}

// `list-load.ts` wrote this file.
const { headers, body }: RecordedAnswer = JSON.parse(await text(createReadStream(process.argv[2] ?? '')));

// A buffer that is ready goes out a little faster than a string that is encoded each time.
const bytes = Buffer.from(body);

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`listens on http://127.0.0.1:${address?.port}`);
});
process.once('SIGTERM', () => process.exit());
