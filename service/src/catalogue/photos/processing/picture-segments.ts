// What is read in the bytes of a picture before a decoder gets them.

const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * Returns how many scans a JPEG has (ITU-T T.81, annex B). A decoder works through all pixels for each scan of a progressive
 * picture, although a scan may have 26 bytes.
 */
export function countScans(jpeg: Buffer): number {
  let scans = 0;
  let at = jpeg.indexOf(MARKER);
  while (at !== -1 && at + 1 < jpeg.length) {
    const code = jpeg.readUInt8(at + 1);
    // A telephone may append a film.
    if (code === END_OF_IMAGE) break;
    if (code === START_OF_SCAN) scans += 1;
    at = jpeg.indexOf(MARKER, at + markerBytes(jpeg, at, code));
  }
  return scans;
}

/** Returns the size of a marker with its segment. */
function markerBytes(jpeg: Buffer, at: number, code: number): number {
  if (code === MARKER) return 1;
  const hasSegment = code > 0x01 && (code < 0xd0 || code > 0xd8) && at + 4 <= jpeg.length;
  return hasSegment ? 2 + jpeg.readUInt16BE(at + 2) : 2;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** The length, the type and the checksum of a chunk. */
const CHUNK_FRAME_BYTES = 12;
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt']);

/**
 * Returns a PNG without its texts (PNG, third edition, section 11.3.3). They are not used, and the decoder unpacks each one: 7 KB
 * can become 7 MB, a thousand times in one picture. Returns any other content as it is.
 */
export function withoutTexts(picture: Buffer): Buffer {
  if (!picture.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return picture;
  const kept: Buffer[] = [];
  let keptFrom = 0;
  let at = SIGNATURE.length;
  while (at + CHUNK_FRAME_BYTES <= picture.length) {
    const end = at + CHUNK_FRAME_BYTES + picture.readUInt32BE(at);
    if (TEXTS.has(picture.toString('latin1', at + 4, at + 8))) {
      kept.push(picture.subarray(keptFrom, at));
      keptFrom = end;
    }
    at = end;
  }
  return kept.length === 0 ? picture : Buffer.concat([...kept, picture.subarray(keptFrom)]);
}
