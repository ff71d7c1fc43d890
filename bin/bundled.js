// Resolves packages to the bundles that `bundle.js` made. Only the service uses them, its tests do not.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const BUNDLES = new URL('bundled/', import.meta.url);
const PACKAGES = new URL('../node_modules/', import.meta.url);

/** Uses the bundles if their versions are those of the installed packages. */
export function useBundles() {
  const urls = bundleUrls(BUNDLES, PACKAGES);
  if (urls.size === 0) return;
  registerHooks({
    resolve(specifier, context, next) {
      const url = urls.get(specifier);
      return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
    },
  });
}

/** Returns the URL of each specifier's bundle; an empty map if any version differs from the installed package. */
export function bundleUrls(bundles, packages) {
  const urls = new Map();
  for (const { specifier, file, name, version } of read(new URL('index.json', bundles)) ?? []) {
    if (read(new URL(`${name}/package.json`, packages))?.version !== version) return new Map();
    urls.set(specifier, new URL(file, bundles).href);
  }
  return urls;
}

function read(url) {
  try {
    return JSON.parse(readFileSync(url, 'utf8'));
  } catch {
    return undefined;
  }
}
