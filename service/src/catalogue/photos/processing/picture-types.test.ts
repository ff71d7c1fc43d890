import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentFault, HEIC_PICTURE, NO_PICTURE } from './picture-types.ts';

/** The start of an ISO base media file: its brands, and what follows them. */
function mediaFile(major: string, ...compatible: string[]): Buffer {
  const brands = Buffer.from(`${major}\0\0\0\0${compatible.join('')}`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + brands.length);
  return Buffer.concat([
    length,
    Buffer.from('ftyp'),
    brands,
    Buffer.from('\0\0\0\x0cmeta'),
    Buffer.from('avif'),
  ]);
}

test('recognises HEIC by each of its brands, also after another brand', () => {
  for (const brand of ['heic', 'heix', 'hevc', 'heif', 'mif1', 'mif2', 'msf1', 'miaf']) {
    assert.equal(contentFault(mediaFile(brand, 'mif1', 'heic')), HEIC_PICTURE, brand);
    assert.equal(contentFault(mediaFile(brand)), HEIC_PICTURE, brand);
  }
  assert.equal(contentFault(mediaFile('MiHE', 'MiPr', 'miaf', 'heic')), HEIC_PICTURE);
});

test('takes AVIF for AVIF, whichever of its brands comes first', () => {
  assert.equal(contentFault(mediaFile('avif', 'mif1', 'miaf')), undefined);
  assert.equal(contentFault(mediaFile('avis', 'msf1')), undefined);
  assert.equal(contentFault(mediaFile('mif1', 'miaf', 'avif')), undefined);
  assert.equal(contentFault(mediaFile('msf1', 'avis')), undefined);
});

test('reads no brands behind their box, and none of a film or of too few bytes', () => {
  assert.equal(contentFault(mediaFile('mp42', 'avc1')), NO_PICTURE);
  assert.equal(contentFault(mediaFile('qt  ')), NO_PICTURE);
  assert.equal(contentFault(mediaFile('heic').subarray(0, 10)), NO_PICTURE);
  assert.equal(contentFault(mediaFile('heic').subarray(0, 12)), HEIC_PICTURE);
  assert.equal(contentFault(new Uint8Array()), NO_PICTURE);
});
