// cspell:ignore IHDR IDAT IEND
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Pictures of a few kilobytes that take a decoder gigabytes of memory, or many seconds. */

/** A PNG of 16 bits with opacity, and all pixels black. 6,000,000 x 4 pixels have 187 KB. */
export function widePng(width: number, height: number, chunks: readonly Buffer[] = []): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([16, 6, 0, 0, 0])]);
  const pixels = deflateSync(Buffer.alloc(height * (1 + width * 8)), { level: 9 });
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', pixels),
    end,
  ]);
}

/** A small PNG with texts of 7 MB each, packed to 7 KB. */
export function pngWithTexts(count: number): Buffer {
  const text = deflateSync(Buffer.alloc(7_000_000, 'A'), { level: 9 });
  const packed = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), text]));
  return widePng(40, 40, Array(count).fill(packed));
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), content, uint32(crc32(content))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const SIDE = 2048;
/** The longest runs of blocks without a coefficient, which cover all of the picture: 32,767 blocks, the last one 16,385. */
const RUNS_OF_BLOCKS = runs((SIDE / 8) ** 2);
/** A table for the coefficients with one symbol: a run of 16,384 blocks or more (ITU-T T.81, section G.1.2.2). */
const RUN_TABLE = Buffer.from([0xff, 0xc4, 0, 20, 0x10, 1, ...Array(15).fill(0), 0xe0]);

/** A progressive JPEG of 2048 x 2048 pixels with up to 2,646 valid scans of 20 bytes, none of which adds anything. */
export async function jpegWithScans(count: number): Promise<Buffer> {
  const background = { width: SIDE, height: SIDE, channels: 3 as const, background: '#777777' };
  const jpeg = await sharp({ create: background })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const firstScan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const scanHeaderBytes = 2 + jpeg.readUInt16BE(firstScan + 2);
  let end = firstScan + scanHeaderBytes;
  while (jpeg[end] !== 0xff || jpeg[end + 1] === 0) end += 1;
  const scans: Buffer[] = [];
  for (let bit = 13; bit >= 0; bit -= 1) {
    for (let component = 1; component <= 3; component += 1) {
      for (let coefficient = 1; coefficient <= 63; coefficient += 1) {
        const bits = bit === 13 ? bit : ((bit + 1) << 4) | bit;
        const header = [0xff, 0xda, 0, 8, 1, component, 0, coefficient, coefficient, bits];
        scans.push(Buffer.from([...header, ...RUNS_OF_BLOCKS]));
      }
    }
  }
  const added = scans.slice(0, count - 1);
  return Buffer.concat([jpeg.subarray(0, end), RUN_TABLE, ...added, Buffer.from([0xff, 0xd9])]);
}

/** Returns the data of a scan without coefficients. Each run is a bit for its symbol, and 14 for its length. */
function runs(blocks: number): number[] {
  let bits = '';
  for (let left = blocks; left > 0; ) {
    const run = left > 32_767 ? Math.min(32_767, left - 16_384) : left;
    bits += `0${(run - 16_384).toString(2).padStart(14, '0')}`;
    left -= run;
  }
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? [];
  // In a scan, 0 follows each byte 0xFF.
  return bytes.flatMap((byte) => (byte === '11111111' ? [0xff, 0] : [Number.parseInt(byte, 2)]));
}
