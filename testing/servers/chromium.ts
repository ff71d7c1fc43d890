import { existsSync } from 'node:fs';
import { skipReason } from '../skip-reason.ts';

/** Where Debian's package has it. */
export const CHROMIUM = '/usr/bin/chromium';

/** For `skip`: false where Chromium is there, else why not. */
export const noChromium: string | false =
  !existsSync(CHROMIUM) &&
  skipReason('Tests in Chromium', `there is no ${CHROMIUM} (Debian's package chromium)`);
