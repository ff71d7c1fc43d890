#!/usr/bin/env node
// Plain JavaScript without recent syntax, so that an old Node can still print a helpful message.
import { nodeFault } from './node-fault.js';

const fault = nodeFault(process.versions);
if (fault !== undefined) {
  console.error(
    fault +
      ', or start it as "npx petstore" or "npm start" in its folder, which use the Node that "npm ci" installed',
  );
  process.exitCode = 1;
} else {
  // Caching compiled code makes every start a third faster.
  const cache = (await import('./compile-cache.js')).privateCacheFolder(process.env);
  if (cache !== undefined) (await import('node:module')).enableCompileCache(cache);
  (await import('./bundled.js')).useBundles();
  await import('../service/src/main.ts');
}
