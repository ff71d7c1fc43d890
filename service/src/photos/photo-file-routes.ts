import type { FastifyInstance } from 'fastify';
import { addRoute } from '../http/operation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for the path of the files of photos, which `photo-files.ts` answers. */
    isPhotoFile?: boolean;
  }
}

/** Adds the path of the files of photos. `server/checks.ts` answers it, before the framework. */
export function photoFileRoutes(app: FastifyInstance): void {
  const config = { isPhotoFile: true, isIndexed: true };
  addRoute(app, 'GET', '/photos/:id/:file', { schema: { hide: true }, config });
}
