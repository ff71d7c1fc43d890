import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { languages } from './languages-plugin.ts';

const SERVICE = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

function sourceOf(entry: string): string {
  return fileURLToPath(new URL(`../client/src/${entry}.ts`, import.meta.url));
}

/** Builds the files that the service serves: no requests to other hosts, nothing inline, and names with a hash of the content. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [languages()],
  resolve: {
    // The source of the client, which does not have to be built first.
    alias: [
      { find: /^@petstore\/client$/, replacement: sourceOf('index') },
      { find: /^@petstore\/client\/stream$/, replacement: sourceOf('stream') },
    ],
  },
  build: {
    // What `docs/web-site.md` promises. The styles are converted, too.
    target: ['chrome109', 'firefox115', 'safari16.4'],
    // No inline files: the content policy does not allow `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // For `npm run dev`: requests go to the service.
  server: {
    proxy: {
      '/v1': SERVICE,
      '/fonts': SERVICE,
      '/favicon.svg': SERVICE,
      // With the host of the page, which must be that of its origin.
      '/session': { target: SERVICE, changeOrigin: false },
    },
  },
});
