import { type Import, type ImportChange, type Petstore, PetstoreError } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSession } from '../session/use-session.ts';
import { PageError } from '../texts/error-text.ts';
import { language } from '../texts/language.ts';
import { newKey } from '../ui/forms/form-key.ts';
import { saveFile } from '../ui/save-file.ts';
import { IMPORTS, importOf } from './import-queries.ts';
import { TEXTS } from './imports-texts.ts';

const MAX_BYTES = 50_000_000;
const MAX_WORKBOOK_BYTES = 10_000_000;

/**
 * Sends a file, which the service reads for a preview. Sends it once: if the user chooses the same file again after a lost
 * response, it has the same `Idempotency-Key`.
 */
export function useUpload(onSent: (id: bigint) => void) {
  const { petstore } = useSession();
  const last = useRef({ file: '', key: '' });
  return useMutation({
    mutationFn: (file: File) => {
      const fault = faultOf(file);
      if (fault !== undefined) throw new PageError(fault);
      const description = JSON.stringify([file.name, file.size, file.lastModified]);
      if (last.current.file !== description) last.current = { file: description, key: newKey() };
      return petstore.imports.create(file, { preview: true, language, idempotencyKey: last.current.key });
    },
    onSuccess: ({ id }) => onSent(id),
  });
}

function faultOf({ name, size }: File): string | undefined {
  if (/\.(xls|ods|numbers)$/i.test(name)) return TEXTS.otherFormat;
  if (/\.xls[xm]$/i.test(name) && size > MAX_WORKBOOK_BYTES) return TEXTS.workbookTooLarge;
  return size > MAX_BYTES ? TEXTS.tooLarge : undefined;
}

/** Checks or imports a preview, or reads it again. If an earlier request has done so, the import shows its progress. */
export function useChange(id: bigint, onChanged: () => void) {
  const { petstore, queries } = useSession();
  return useMutation({
    mutationFn: (change: ImportChange) =>
      petstore.imports.change(id, change).catch((error: unknown) => currentIfEnded(error, petstore, id)),
    onSuccess: (changed) => {
      queries.setQueryData(importOf(petstore, id).queryKey, changed);
      queries.invalidateQueries({ queryKey: IMPORTS });
      onChanged();
    },
  });
}

/** Cancels an import. If it has ended meanwhile, the import shows its result. */
export function useCancellation(id: bigint, onCancelled: () => void) {
  const { petstore, queries } = useSession();
  return useMutation({
    mutationFn: () =>
      petstore.imports.cancel(id).catch((error: unknown) => currentIfEnded(error, petstore, id)),
    onSuccess: (cancelled) => {
      queries.setQueryData(importOf(petstore, id).queryKey, cancelled);
      queries.invalidateQueries({ queryKey: IMPORTS });
      onCancelled();
    },
  });
}

function currentIfEnded(error: unknown, { imports }: Petstore, id: bigint): Promise<Import> {
  if (error instanceof PetstoreError && error.code === 'invalid_transition') return imports.get(id);
  throw error;
}

/** Saves the rows that were not imported, to be corrected and imported again. */
export async function saveBadRows({ imports }: Petstore, { id, fileName }: Import): Promise<void> {
  saveFile(`${fileName.replace(/\.\w+$/, '')}-bad-rows.csv`, await imports.badRows(id));
}
