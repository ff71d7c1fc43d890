import { readFile } from 'node:fs/promises';

/** Pictures that were made for tests, as programs and telephones write them. */
type ExamplePicture =
  /** A PNG of 300 x 200 pixels with the name of a JPEG. */
  | 'really-png.jpg'
  /** HEIC, as iPhones take it. */
  | 'iphone.heic'
  /** An opaque shape whose transparent surroundings are dark red. */
  | 'cutout.png'
  /** Grey, with 16 bits a pixel. */
  | 'gray16.png'
  /** In the colours of printers. */
  | 'cmyk.jpg'
  /** Stored on its side: orientation 6 of EXIF. */
  | 'orient6.jpg';

export function examplePicture(name: ExamplePicture): Promise<Buffer<ArrayBuffer>> {
  return readFile(new URL(name, import.meta.url));
}
