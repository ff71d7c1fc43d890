import { existsSync } from 'node:fs';

/** Where Debian's package has it. */
export const CHROMIUM = '/usr/bin/chromium';

/** For `skip`: false where Chromium is there, else why not. A build that is to be trusted skips nothing. */
export const noChromium: string | false = explainMissing();

function explainMissing(): string | false {
  if (existsSync(CHROMIUM)) return false;
  const why = `needs ${CHROMIUM} (Debian's package chromium)`;
  if (process.env.CI === 'true') throw new Error(`${why}, and with CI=true no test may be skipped`);
  return why;
}
