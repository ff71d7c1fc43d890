/** Returns why tests are skipped on this machine, for `skip`. Throws if CI=true: CI must skip nothing. */
export function skipReason(what: string, why: string): string {
  const reason = `${what} are skipped: ${why}`;
  if (process.env.CI === 'true') throw new Error(`${reason}, and with CI=true no test may be skipped`);
  return reason;
}
