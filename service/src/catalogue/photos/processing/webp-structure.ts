const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FRAME_HEADER_BYTES = 10;
const START_CODE = 0x9d012a;
const SIDE = 0x3fff;

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the size of a WebP picture that is one lossy frame and nothing else, as the service makes them; undefined for any
 * other content. Such a picture has no metadata, and is not truncated: all lengths fit those of the file
 * (RFC 9649, section 2.5, and RFC 6386, section 9.1). A decoder hardly finds more. It reads any bits as pixels.
 */
export function sizeOfLossyWebp(picture: Uint8Array): PictureSize | undefined {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  const start = RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES;
  if (bytes.length < start + FRAME_HEADER_BYTES) return undefined;
  const nameAt = (at: number) => bytes.toString('latin1', at, at + 4);
  if (nameAt(0) !== 'RIFF' || nameAt(8) !== 'WEBP' || nameAt(RIFF_HEADER_BYTES) !== 'VP8 ') return undefined;
  const frameBytes = bytes.readUInt32LE(RIFF_HEADER_BYTES + 4);
  const padding = frameBytes % 2;
  const isWhole = bytes.readUInt32LE(4) === bytes.length - 8 && start + frameBytes + padding === bytes.length;
  const tag = bytes.readUIntLE(start, 3);
  const isShownKeyFrame = (tag & 1) === 0 && ((tag >> 4) & 1) === 1;
  const firstPartitionBytes = tag >> 5;
  if (!isWhole || !isShownKeyFrame || FRAME_HEADER_BYTES + firstPartitionBytes >= frameBytes)
    return undefined;
  if (bytes.readUIntBE(start + 3, 3) !== START_CODE) return undefined;
  return {
    width: bytes.readUInt16LE(start + 6) & SIDE,
    height: bytes.readUInt16LE(start + 8) & SIDE,
  };
}
