// Builds dist/ from src/. npm runs this after it installs this repository.
import { fileURLToPath } from 'node:url';
import { buildWithVite } from '../bin/build-with-vite.js';

const here = fileURLToPath(new URL('.', import.meta.url));

await buildWithVite(here, 'the console', { configFile: `${here}/vite.config.ts` });
