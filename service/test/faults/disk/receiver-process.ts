import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** A program that receives webhooks on a port: it prints each message, and answers it unless the file of its second argument is there. */

const [port, heldFile = ''] = process.argv.slice(2);
const server = createServer(async (request, response) => {
  // A sender that is killed may leave one incomplete.
  const body = await text(request).catch(() => undefined);
  if (body === undefined) return;
  console.log(JSON.stringify({ headers: request.headers, body }));
  if (!existsSync(heldFile)) response.writeHead(204).end();
});
server.listen(Number(port), '127.0.0.1', () => console.log('It listens.'));
