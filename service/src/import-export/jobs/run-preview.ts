import { parseJson } from '../../core/json.ts';
import { type Preview, previewFile } from '../preview/preview.ts';
import { type ImportJob, textsOf } from './import-job.ts';
import { readImportFile } from './job-files.ts';
import type { ReadAgain } from './preview-store.ts';
import { type RunDependencies, RunPace } from './run-pace.ts';

/**
 * Reads the file of an import for its preview.
 *
 * @throws {ImportError} if the file cannot be read.
 * @throws {ImportInterrupted} if another process runs it, or the service stops.
 */
export async function runPreview(
  job: ImportJob,
  { database, runner, signal }: RunDependencies,
): Promise<Preview> {
  const { id, format, createdAt: now, mapping } = job;
  const pace = new RunPace({ database, claim: { id, runner }, signal });
  await pace.save({});
  const categories = await database.read.selectFrom('categories').select(['id', 'name']).execute();
  const again = mapping === undefined ? {} : (parseJson(mapping) as ReadAgain); // `changeImport` stored it
  const open = () => readImportFile(database.read, { importId: id, name: 'upload' });
  return previewFile(pace.reading({ format, open, signal }), categories, {
    ...again,
    now,
    texts: textsOf(job),
  });
}
