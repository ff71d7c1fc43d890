/** Measures the processor time of the longest turn of the event loop, without what other programs of the machine take. */
export function watchTurns() {
  let last = processorMs();
  let longest = 0;
  const timer = setInterval(() => {
    const now = processorMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return {
    longest() {
      clearInterval(timer);
      return Math.max(longest, processorMs() - last);
    },
  };
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
