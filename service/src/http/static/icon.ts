import type { FastifyInstance } from 'fastify';
import { pageFile, sendPageFile } from './page-files.ts';

/** A paw, drawn for this project. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>Petstore</title>
  <rect width="32" height="32" rx="8" fill="#a8432a" />
  <g fill="#fff6ec">
    <ellipse cx="16" cy="21" rx="6.5" ry="5.2" />
    <ellipse cx="7.8" cy="15.2" rx="2.4" ry="3.1" />
    <ellipse cx="13" cy="10.4" rx="2.5" ry="3.3" />
    <ellipse cx="19" cy="10.4" rx="2.5" ry="3.3" />
    <ellipse cx="24.2" cy="15.2" rx="2.4" ry="3.1" />
  </g>
</svg>
`;

/** Serves the icon of the console and of the reference page, and redirects the path that browsers request by default. */
export function serveIcon(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } };
  const icon = pageFile('image/svg+xml', SVG);
  app.get('/favicon.svg', hidden, async (_request, reply) =>
    sendPageFile(reply, icon, 'public, max-age=86400'),
  );
  app.get('/favicon.ico', hidden, async (_request, reply) =>
    reply.header('Content-Length', 0).redirect('/favicon.svg', 301),
  );
}
