import { existsSync } from 'node:fs';
import { skipReason } from '../skip-reason.ts';

/** The path in Debian's package. */
export const CHROMIUM = '/usr/bin/chromium';

/** For `skip`: false if Chromium is installed, else why not. */
export const noChromium: string | false =
  !existsSync(CHROMIUM) &&
  skipReason('Tests in Chromium', `there is no ${CHROMIUM} (Debian's package chromium)`);
