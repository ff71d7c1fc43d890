import { hash } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { codingFor } from '../responses/compress.ts';
import { JSON_TYPE } from '../responses/constant-headers.ts';
import { codedTag, entityTag, hasCurrent } from '../responses/etag.ts';
import { type PageFile, pageFile, securityHeaders, sendPageFile } from '../static/page-files.ts';
import { apiDocument } from './openapi.ts';
import { MEMORY_STORAGE, SANDBOX } from './reference-sandbox.ts';

const CACHE_SECONDS = 86_400;
const SCRIPT = '/docs/js/scalar.js';

interface Files {
  page: PageFile;
  policy: string;
  script: PageFile;
}

/**
 * Serves the reference page at `/docs` and the document at `/openapi.json`. The page loads no font, script or telemetry
 * from another host, so it works offline.
 *
 * @param callableUrls the services to which the page may send the requests that a reader tries out.
 */
export function serveReference(app: FastifyInstance, callableUrls: readonly string[]): void {
  let document: ReturnType<typeof readyDocument> | undefined;
  let loaded: Promise<Files> | undefined;
  const files = () => {
    loaded ??= loadFiles(callableUrls);
    return loaded;
  };
  const hidden = { schema: { hide: true } };
  app.get('/openapi.json', hidden, async (request, reply) => {
    // The document is public, so scripts of every origin may read it.
    reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' });
    document ??= readyDocument(app);
    const { body, etag } = document;
    if (!hasCurrent(request, etag)) return reply.header('ETag', etag).type(JSON_TYPE).send(body);
    const coding = codingFor(request.headers['accept-encoding'], body.length);
    return reply
      .code(304)
      .header('ETag', coding === undefined ? etag : codedTag(etag, coding))
      .send();
  });
  app.get('/docs', hidden, async (_request, reply) => {
    const { page, policy } = await files();
    securityHeaders(reply).headers({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
    // Browsers do not display a sandboxed page with this header.
    reply.removeHeader('Cross-Origin-Opener-Policy');
    return reply.type(page.type).send(page.content);
  });
  app.get(SCRIPT, hidden, async (_request, reply) => {
    const { script } = await files();
    return sendPageFile(reply, script, `public, max-age=${CACHE_SECONDS}`);
  });
}

function readyDocument(app: FastifyInstance) {
  const text = apiDocument(app);
  return { body: Buffer.from(text), etag: entityTag(text) };
}

/** Called on the first request: the script has 4 MB, and to load it takes a tenth of a second. */
async function loadFiles(callableUrls: readonly string[]): Promise<Files> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const pages = fastify();
  await pages.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Petstore reference',
      favicon: '/favicon.svg',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  });
  const page = (await pages.inject('/docs/')).payload
    .replace('<html>', '<html lang="en">')
    // The path of the script is relative to `/docs/`, but the page is also at `/docs`.
    .replace('src="js/scalar.js"', `src="${SCRIPT}"`);
  const script = MEMORY_STORAGE + (await pages.inject(SCRIPT)).payload;
  await pages.close();
  const policy = contentSecurityPolicy(page, callableUrls);
  return {
    page: pageFile('text/html; charset=utf-8', page),
    policy,
    script: pageFile('text/javascript; charset=utf-8', script),
  };
}

/** Allows the inline script of the page by its hash. The script creates styles, so inline styles are allowed, too. */
function contentSecurityPolicy(page: string, callableUrls: readonly string[]): string {
  const scripts = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(([, code = '']) => `'sha256-${hash('sha256', code, 'base64')}'`);
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${callableUrls.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    SANDBOX,
  ].join('; ');
}
