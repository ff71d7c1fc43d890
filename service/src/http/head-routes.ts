import type { FastifyInstance } from 'fastify';

/**
 * Adds a HEAD route for every GET route, with the same headers. Fastify's own HEAD routes send `Content-Length: 0` with a
 * 304, as if the page were empty (RFC 9110, section 8.6). Call it before adding routes, with `exposeHeadRoutes` off.
 */
export function addHeadRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', function addHead(this: FastifyInstance, { method, prefix, path, ...route }) {
    if (method !== 'GET') return;
    const schema = { ...route.schema, hide: true };
    this.route({ ...route, schema, method: 'HEAD', url: path.slice(prefix.length) });
  });
}
