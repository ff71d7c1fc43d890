import type { FastifyInstance } from 'fastify';

/**
 * Answers HEAD wherever GET is answered, with the same headers. Fastify's own way writes `Content-Length: 0` on a 304,
 * which says that the page is empty (RFC 9110, section 8.6). Call it before adding routes, with `exposeHeadRoutes` off.
 */
export function addHeadRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', function addHead(this: FastifyInstance, { method, prefix, path, ...route }) {
    if (method !== 'GET') return;
    const schema = { ...route.schema, hide: true };
    this.route({ ...route, schema, method: 'HEAD', url: path.slice(prefix.length) });
  });
}
