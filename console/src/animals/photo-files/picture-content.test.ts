import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examplePicture } from '@petstore/testing/pictures/example-pictures.ts';
import { contentTypeOf } from './picture-content.ts';

/** The start of an ISO base media file, with its brands, and another box. */
function mediaFile(major: string, ...compatible: string[]): Blob {
  const length = 16 + 4 * compatible.length;
  return new Blob([
    new Uint8Array([0, 0, 0, length]),
    `ftyp${major}\0\0\0\0${compatible.join('')}`,
    '\0\0\0\x10meta',
    'avif',
  ]);
}

test('finds the type of pictures whatever their names', async () => {
  for (const [name, type] of [
    ['really-png.jpg', 'image/png'],
    ['cmyk.jpg', 'image/jpeg'],
    ['iphone.heic', 'image/heic'],
  ] as const) {
    assert.equal(await contentTypeOf(new Blob([await examplePicture(name)])), type, name);
  }
  assert.equal(await contentTypeOf(new Blob(['RIFF\x01\0\0\0WEBP'])), 'image/webp');
});

test('recognises HEIC by each of its brands, and AVIF whichever of its brands comes first', async () => {
  for (const brand of ['heic', 'heix', 'hevc', 'heif', 'mif1', 'mif2', 'msf1', 'miaf']) {
    assert.equal(await contentTypeOf(mediaFile(brand)), 'image/heic', brand);
    assert.equal(await contentTypeOf(mediaFile('MiHE', 'MiPr', brand)), 'image/heic', brand);
    assert.equal(await contentTypeOf(mediaFile(brand, 'miaf', 'avif')), 'image/avif', brand);
  }
  assert.equal(await contentTypeOf(mediaFile('avis', 'msf1')), 'image/avif');
});

test('finds no type of a film, a text, an empty file or a part of a box', async () => {
  for (const file of [mediaFile('qt  '), new Blob(['hello']), new Blob([]), mediaFile('heic').slice(0, 10)]) {
    assert.equal(await contentTypeOf(file), undefined);
  }
});
