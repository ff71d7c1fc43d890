import type { Import, Petstore } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useSession } from '../session/use-session.ts';
import { useFormKey } from '../ui/form-key.ts';
import { saveFile } from '../ui/save-file.ts';
import { IMPORTS } from './import-queries.ts';

/** What is sent twice: to check it, and to import it. */
export interface PreparedImport {
  readonly fileName: string;
  readonly file: Blob;
  /** JSON; undefined for an export. */
  readonly mapping: string | undefined;
}

/** Sends a file once, even if the user sends it again after a lost response. */
export function useImport(dryRun: boolean, onCreated: (created: Import, sent: PreparedImport) => void) {
  const { petstore, queries } = useSession();
  const form = useFormKey();
  return useMutation({
    mutationFn: ({ file, ...options }: PreparedImport) =>
      petstore.imports.create(file, { ...options, dryRun, idempotencyKey: form.key }),
    onSuccess: (created, sent) => {
      form.renew();
      queries.invalidateQueries({ queryKey: IMPORTS });
      onCreated(created, sent);
    },
  });
}

/** Saves the rows that were not imported, to be corrected and imported again. */
export async function saveBadRows({ imports }: Petstore, { id, fileName }: Import): Promise<void> {
  saveFile(`${fileName.replace(/\.\w+$/, '')}-bad-rows.csv`, await imports.badRows(id));
}
