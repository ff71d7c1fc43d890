import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Scope, temporaryFolder } from '../folders.ts';
import { skipReason } from '../skip-reason.ts';

/** The path in Debian's package. */
const READER = '/usr/bin/zbarimg';

/** For `skip`: false if the program is installed, else why not. */
export const noCodeReader: string | false =
  !existsSync(READER) &&
  skipReason('Tests of QR codes', `there is no ${READER} (Debian's package zbar-tools)`);

/** Returns the text of the QR code in a picture, as a program reads it that also reads the pictures of a camera. */
export async function textOfCode(t: Scope, picture: Buffer): Promise<string> {
  const file = join(await temporaryFolder(t), 'code.png');
  await writeFile(file, picture);
  return execFileSync(READER, ['--nodbus', '--quiet', '--raw', file], { encoding: 'utf8' }).trim();
}
