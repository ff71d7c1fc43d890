import type { ImportPreview } from '@petstore/client';
import { useId } from 'react';
import { TEXTS } from './matching-texts.ts';

const MAX_HEADER_ROW = 30;

interface FileOptionsProps {
  preview: ImportPreview;
  /** The service reads the file again. */
  onReadAgain(change: { sheet?: string; headerRow?: number }): void;
}

/** The sheet and the row with the names of the columns. */
export function FileOptions({ preview, onReadAgain }: FileOptionsProps) {
  const id = useId();
  const { sheets, sheet, headerRow } = preview;
  const rows = Array.from({ length: Math.max(MAX_HEADER_ROW, headerRow) }, (_, index) => index + 1);
  const visibleFirst = [...sheets].sort((one, other) => Number(one.isHidden) - Number(other.isHidden));
  return (
    <div className="file-options">
      {sheets.length > 1 && (
        <p className="constant">
          <label htmlFor={`${id}-sheet`}>{TEXTS.sheet}</label>
          <select
            id={`${id}-sheet`}
            value={sheet}
            onChange={({ target }) => onReadAgain({ sheet: target.value })}
          >
            {visibleFirst.map(({ name, isHidden }) => (
              <option key={name} value={name}>
                {isHidden ? TEXTS.hiddenSheet(name) : name}
              </option>
            ))}
          </select>
        </p>
      )}
      {headerRow > 0 && (
        <p className="constant">
          <label htmlFor={`${id}-row`}>{TEXTS.headerRow}</label>
          <select
            id={`${id}-row`}
            value={headerRow}
            onChange={({ target }) =>
              onReadAgain({ headerRow: Number(target.value), ...(sheet !== undefined && { sheet }) })
            }
          >
            {rows.map((row) => (
              <option key={row} value={row}>
                {row}
              </option>
            ))}
          </select>
        </p>
      )}
    </div>
  );
}
