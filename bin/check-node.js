// Exits with status 1 and a one-line message on a Node that cannot run petstore.
import { nodeFault } from './node-fault.js';

const fault = nodeFault(process.versions);
if (fault !== undefined) {
  console.error(fault);
  process.exitCode = 1;
}
