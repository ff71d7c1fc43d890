// Ends with status 1 and one line on a Node that cannot run petstore.
import { nodeFault } from './node-fault.js';

const fault = nodeFault(process.versions);
if (fault !== undefined) {
  console.error(fault);
  process.exitCode = 1;
}
