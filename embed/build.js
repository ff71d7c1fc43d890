// Builds dist/embed.js from src/. npm runs this after it installs this repository.
import { fileURLToPath } from 'node:url';
import { buildWithVite } from '../bin/build-with-vite.js';

const here = fileURLToPath(new URL('.', import.meta.url));

await buildWithVite(here, 'embed.js', {
  configFile: false,
  publicDir: false,
  build: {
    target: ['chrome109', 'firefox115', 'safari16.4'],
    rolldownOptions: {
      input: `${here}/src/main.ts`,
      // Runs as a classic script and as a module.
      output: { format: 'iife', entryFileNames: 'embed.js' },
    },
  },
});
