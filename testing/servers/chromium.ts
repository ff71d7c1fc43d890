import { existsSync } from 'node:fs';
import { skipReason } from '../skip-reason.ts';

/** The paths in Debian's packages. The headless shell takes 40 % less processor time. */
const PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
export const CHROMIUM = PATHS.find(existsSync) ?? PATHS[0];

/** For `skip`: false if Chromium is installed, else why not. */
export const noChromium: string | false =
  !existsSync(CHROMIUM) &&
  skipReason('Tests in Chromium', `there is no ${CHROMIUM} (Debian's package chromium-headless-shell)`);
