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
