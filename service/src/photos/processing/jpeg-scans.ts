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
