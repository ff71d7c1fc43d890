import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The console as files for the service to serve: no file of another host, nothing inline, names that change with the content. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    // Its source, so that the console does not need the client to be built before it.
    alias: { '@petstore/client': fileURLToPath(new URL('../client/src/index.ts', import.meta.url)) },
  },
  build: {
    target: 'es2022',
    // A file of its own for everything: the content policy has no `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // For `npm run dev`.
  server: { proxy: { '/v1': `http://127.0.0.1:${process.env.PORT ?? 8080}` } },
});
