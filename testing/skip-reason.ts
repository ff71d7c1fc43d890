/** Returns why tests are skipped on this machine, for `skip`: the runner prints it. Throws if CI=true: CI must skip nothing. */
export function skipReason(what: string, why: string): string {
  if (process.env.CI === 'true') throw new Error(`${what}: ${why}, and with CI=true no test may be skipped`);
  return why;
}
