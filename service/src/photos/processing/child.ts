// The child process that decodes pictures (`image-process.ts` starts it). A decoder of foreign bytes is the riskiest code of
// the service, so it runs apart from the store and the keys. It ends when its standard input does.
import { FrameReader, writeFrame } from './frames.ts';
import { NO_LIBRARY_STATUS, type PictureReply, type PictureRequest } from './messages.ts';

const { preparePicture, checkFile, PictureFault } = await import('./decode.ts').catch(() =>
  process.exit(NO_LIBRARY_STATUS),
);

async function handle(request: PictureRequest, picture: Buffer): Promise<void> {
  if (request.task === 'check') {
    await checkFile(picture, request.name);
    return reply({ width: 0, height: 0, color: '' });
  }
  const { files, ...head } = await preparePicture(picture);
  reply(head, files);
}

function reply(head: PictureReply, parts: readonly Uint8Array[] = []): void {
  writeFrame(process.stdout, { head, parts });
}

const requests = new FrameReader<PictureRequest>(process.stdin);
for (;;) {
  const frame = await requests.next();
  if (frame === undefined) break;
  try {
    await handle(frame.head, Buffer.concat(frame.parts));
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error;
    reply({ fault: error.message });
  }
}
process.exit();
