// The child process that decodes pictures (`image-process.ts` starts it). A decoder of foreign bytes is the riskiest code of
// the service, so it runs apart from the store and the keys. It ends when its standard input does.
import { type Frame, FrameReader, writeFrame } from './frames.ts';
import { NO_LIBRARY_STATUS, NO_MEMORY_STATUS, type PictureReply, type PictureRequest } from './messages.ts';
import { endFirst, isMemoryShort, isWornOut, watchPicture } from './picture-watch.ts';

endFirst();
const { preparePicture, checkFile, PictureFault } = await import('./decode.ts').catch(() =>
  process.exit(NO_LIBRARY_STATUS),
);

async function handle(request: PictureRequest, picture: Buffer): Promise<Frame<PictureReply>> {
  if (request.task === 'check') {
    await checkFile(picture, request.name);
    return { head: { width: 0, height: 0, color: '' }, parts: [] };
  }
  const { files, ...head } = await preparePicture(picture);
  return { head, parts: files };
}

function faultOf(error: unknown): Frame<PictureReply> {
  if (isMemoryShort(error)) process.exit(NO_MEMORY_STATUS);
  if (!(error instanceof PictureFault)) throw error;
  return { head: { fault: error.message }, parts: [] };
}

/** Rejects a picture that the decoder still works on. Its thread cannot be stopped, and an ordinary exit would wait for it. */
function abandon(fault: string): void {
  writeFrame(process.stdout, { head: { fault, isLast: true }, parts: [] });
  process.kill(process.pid, 'SIGKILL');
}

const requests = new FrameReader<PictureRequest>(process.stdin);
for (;;) {
  const frame = await requests.next();
  if (frame === undefined) break;
  const endWatch = watchPicture(abandon);
  const { head, parts } = await handle(frame.head, Buffer.concat(frame.parts)).catch(faultOf);
  endWatch();
  writeFrame(process.stdout, { head: { ...head, isLast: isWornOut() }, parts });
}
process.exit();
