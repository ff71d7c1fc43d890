import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { IMMUTABLE } from '../responses/constant-headers.ts';
import { pathNotFound } from '../responses/error-handler.ts';
import { type PageFile, pageFile, sendPageFile } from './page-files.ts';

const BUILT = fileURLToPath(new URL('../../../../console/dist', import.meta.url));

/** Allows only files of the service, and requests to the service. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const NOT_BUILT = `<!doctype html>
<html lang="en">
<title>Petstore</title>
<h1>The console is not built</h1>
<p>The service is running. To build its console, run <code>npm ci</code> with the development dependencies, or
<code>npm run prepare</code>, and reload this page.</p>
<p>The API reference is at <a href="/docs/">/docs/</a>.</p>
</html>
`;

/** Serves the console at `/`. The files are read on the first request and kept in memory. */
export function serveConsole(app: FastifyInstance, folder = BUILT): void {
  let loaded: Promise<ReadonlyMap<string, PageFile>> | undefined;
  const notBuilt = pageFile(TYPES['.html'] ?? '', NOT_BUILT);
  const hidden = { schema: { hide: true } };
  const file = async (path: string) => {
    loaded ??= load(folder);
    const files = await loaded;
    // If it is built while the service runs, the next request finds it.
    if (!files.has('index.html')) loaded = undefined;
    return files.get(path);
  };
  app.get('/', hidden, async (_request, reply) => {
    const page = (await file('index.html')) ?? notBuilt;
    reply.header('Content-Security-Policy', POLICY);
    return sendPageFile(reply, page, 'no-cache');
  });
  app.get<{ Params: { name: string } }>('/assets/:name', hidden, async (request, reply) => {
    const asset = found(await file(`assets/${request.params.name}`));
    return sendPageFile(reply, asset, IMMUTABLE);
  });
}

function found(file: PageFile | undefined): PageFile {
  if (file === undefined) throw pathNotFound();
  return file;
}

/** Returns the built files by their paths; none if the console is not built, or is being built. */
function load(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  return readFiles(folder).catch(() => new Map());
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const names = await readdir(folder, { recursive: true });
  const served = names.filter((name) => TYPES[extname(name)] !== undefined);
  const files = served.map(async (name): Promise<[string, PageFile]> => {
    const type = TYPES[extname(name)] ?? '';
    return [name, pageFile(type, await readFile(join(folder, name)))];
  });
  return new Map(await Promise.all(files));
}
