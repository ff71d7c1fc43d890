import type { Language } from '../../../platform/core/languages.ts';
import type { ImportState } from '../../../platform/database/column-values.ts';
import type { Preview } from '../preview/preview.ts';
import type { ImportFormat } from '../readers/rows.ts';
import type { ImportSummary } from '../summary.ts';
import { DE } from '../texts/de.ts';
import { EN } from '../texts/en.ts';
import { ES } from '../texts/es.ts';
import { FR } from '../texts/fr.ts';
import type { ImportTexts } from '../texts/import-texts.ts';

/** An import over HTTP. It runs after the response, and continues after a restart of the service. */
export interface ImportJob {
  readonly id: bigint;
  /** The account that owns new pets. */
  readonly ownerId: bigint;
  readonly state: ImportState;
  /** How often a process began to run it without applying a row. */
  readonly starts: number;
  readonly dryRun: boolean;
  readonly fileName: string;
  readonly format: ImportFormat;
  /** The mapping as it was sent; undefined for the columns of an export. */
  readonly mapping: string | undefined;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly finishedAt: number | undefined;
  /** The rows of the file without failed ones; undefined until the file was read. */
  readonly rows: number | undefined;
  /** Of these, the rows that were applied. */
  readonly applied: number;
  /** The highest id of a pet when the import began; undefined until then. */
  readonly highestPetId: bigint | undefined;
  /** The effects so far, or all of them at the end. */
  readonly summary: ImportSummary | undefined;
  readonly failure: string | undefined;
  /** The language of its texts. */
  readonly language: Language;
  /** True if it begins as a preview. */
  readonly hasPreview: boolean;
  /** What the file contains; undefined until it was read for the preview. */
  readonly preview: Preview | undefined;
}

/** What a request sends. */
export type NewImportJob = Pick<
  ImportJob,
  'ownerId' | 'dryRun' | 'fileName' | 'format' | 'mapping' | 'createdAt' | 'language' | 'hasPreview'
>;

const IMPORT_TEXTS: Readonly<Record<Language, ImportTexts>> = { en: EN, es: ES, fr: FR, de: DE };

export function textsOf({ language }: Pick<ImportJob, 'language'>): ImportTexts {
  return IMPORT_TEXTS[language];
}
