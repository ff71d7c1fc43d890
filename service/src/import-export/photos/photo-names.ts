import { textOf, type Values } from '../mapping/cell.ts';
import type { PhotosSource } from '../mapping/mapping.ts';
import type { MappedRow } from '../mapping/row-validation.ts';

/** Adds the names of the files of its photos to a row. */
export function addPhotoNames(row: MappedRow, source: PhotosSource | undefined, values: Values): MappedRow {
  if (source === undefined || row.kind !== 'pet') return row;
  const text = textOf(source, values);
  const parts = source.separator === undefined ? [text] : text.split(source.separator);
  const photos = parts.map((name) => name.trim()).filter((name) => name !== '');
  return photos.length === 0 ? row : { ...row, photos };
}
