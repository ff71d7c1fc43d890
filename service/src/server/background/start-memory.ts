import { type Clock, SECOND } from '../../platform/core/clock.ts';

const INTERVAL_MS = 5 * SECOND;
/** The share of the time in which an idle event loop works: health checks and timers. */
const IDLE_SHARE = 0.1;

export interface ProcessMemory {
  /** Returns the share of the time since its last call in which the event loop worked. */
  utilization(): number;
  collectGarbage(): Promise<void>;
}

/**
 * Returns to the system what the start has taken, a tenth of the memory of an idle service. V8 enlarges its space for new objects while modules are
 * loaded, and keeps it. Collects all garbage once, after the first five seconds that were idle: that takes up to 75 ms.
 */
export function freeStartMemory(
  clock: Clock,
  { utilization, collectGarbage }: ProcessMemory = processMemory(),
): void {
  utilization();
  const stop = clock.every(INTERVAL_MS, () => {
    if (utilization() > IDLE_SHARE) return;
    stop();
    // A Node without the inspector keeps the memory.
    collectGarbage().catch(() => {});
  });
}

export function processMemory(): ProcessMemory {
  let before = performance.eventLoopUtilization();
  return {
    utilization: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    collectGarbage,
  };
}

/** As a memory profiler does before it measures: Node has no other function for it. */
async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
