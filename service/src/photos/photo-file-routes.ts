import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for the path of the files of photos, which `photo-files.ts` answers. */
    isPhotoFile?: boolean;
  }
}

/** Adds the path of the files of photos. `server/checks.ts` answers it, before the framework. */
export function photoFileRoutes(app: FastifyInstance): void {
  const options = { schema: { hide: true }, config: { isPhotoFile: true, isIndexed: true } };
  app.get('/photos/:id/:file', options, () => {
    throw new Error('A photo does not reach the framework');
  });
}
