// The child process that decodes pictures (`image-process.ts` starts it). A decoder of foreign bytes is the riskiest code of
// the service, so it runs apart from the store and the keys. It ends when the service closes the channel between them.
import { NO_LIBRARY_STATUS, NO_MEMORY_STATUS, type PictureReply, type PictureRequest } from './messages.ts';
import { endFirst, isMemoryShort, isWornOut, watchPicture } from './picture-watch.ts';

endFirst();
process.on('message', (request: PictureRequest) => void reply(request));
process.on('disconnect', () => process.exit());
const library = import('./decode.ts').catch(() => process.exit(NO_LIBRARY_STATUS));

async function reply(request: PictureRequest): Promise<void> {
  const { PictureFault } = await library;
  const endWatch = watchPicture(abandon);
  const result = await handle(request).catch((error: unknown): PictureReply => {
    if (isMemoryShort(error)) process.exit(NO_MEMORY_STATUS);
    if (!(error instanceof PictureFault)) throw error;
    return { fault: error.message };
  });
  endWatch();
  process.send?.({ ...result, isLast: isWornOut() } satisfies PictureReply);
}

async function handle(request: PictureRequest): Promise<PictureReply> {
  const { preparePicture, checkFile, editPicture, framePicture } = await library;
  const picture = Buffer.from(request.picture.buffer, request.picture.byteOffset, request.picture.byteLength);
  if (request.task === 'prepare') return preparePicture(picture);
  if (request.task === 'edit') return editPicture(picture, request.edit, request.focalPoint);
  if (request.task === 'frame') {
    return { width: 0, height: 0, color: '', files: [await framePicture(picture, request.focalPoint)] };
  }
  await checkFile(picture, request.name);
  return { width: 0, height: 0, color: '', files: [] };
}

/** Rejects a picture that the decoder still works on. Its thread cannot be stopped, and an ordinary exit would wait for it. */
function abandon(fault: string): void {
  process.send?.({ fault, isLast: true } satisfies PictureReply, () => process.kill(process.pid, 'SIGKILL'));
}
