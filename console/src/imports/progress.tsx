import type { Import } from '@petstore/client';
import { formatNumber } from '../texts/in-language.ts';
import { TEXTS } from './imports-texts.ts';

interface ProgressProps {
  text: string;
  /** Undefined until it is read. */
  job: Import | undefined;
}

/** The progress of an import: of its rows as soon as their number is known. */
export function Progress({ text, job }: ProgressProps) {
  const { rows, processed = 0 } = job ?? {};
  return (
    <div className="import-progress">
      <progress aria-label={text} value={rows === undefined ? undefined : processed} max={rows || 1} />
      <p className="detail">
        {job?.state === 'waiting' ? TEXTS.waiting : text}
        {rows !== undefined && ` ${TEXTS.progress(formatNumber(processed), formatNumber(rows))}`}
      </p>
    </div>
  );
}
