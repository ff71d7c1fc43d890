import type { DatabaseSync } from 'node:sqlite';
import { BEGIN, COMMIT } from './stores.ts';

/** The files of a photo with their sizes, as those of a telephone's picture have. */
const FILE_SIZES = { '320.webp': 8_000, '800.webp': 30_000, '1600.webp': 100_000, '800.jpg': 60_000 };

/** The path of a file of the first photo. */
export const FIRST_PHOTO = `/photos/${'0'.repeat(32)}/800.webp`;

/**
 * Adds photos to the pets in turn. Their files have random hexadecimal digits instead of a picture: the service sends bytes
 * as they are, and the bench records responses as text.
 */
export function insertPhotos(database: DatabaseSync, count: number): void {
  database.exec(BEGIN);
  database
    .prepare(`with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ?),
        catalogue(pets) as (select count(*) from pets)
      insert into photos (id, pet_id, position, alt, width, height, color, bytes)
      select printf('%032x', n), n % pets + 1, n / pets, '', 4000, 3000, '#808080', 0 from numbers, catalogue`)
    .run(BigInt(count));
  const sizes = JSON.stringify(FILE_SIZES);
  database
    .prepare(`insert into photo_files (photo_id, name, content)
      select photos.id, files.key, cast(hex(randomblob(files.value / 2)) as blob) from photos, json_each(?) as files`)
    .run(sizes);
  database.prepare('update photos set bytes = (select sum(value) from json_each(?))').run(sizes);
  database.exec(COMMIT);
}
