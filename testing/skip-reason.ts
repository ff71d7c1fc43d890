/** Prints why tests are skipped on this machine, and returns it for `skip`. Throws if CI=true: CI must skip nothing. */
export function skipReason(what: string, why: string): string {
  if (process.env.CI === 'true') throw new Error(`${why}, and with CI=true no test may be skipped`);
  console.log(`${what} are skipped: ${why}.`);
  return why;
}
