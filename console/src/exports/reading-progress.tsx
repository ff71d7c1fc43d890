import { PageError } from '../texts/error-text.ts';
import { formatNumber } from '../texts/in-language.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { TEXTS } from './exports-texts.ts';
import type { Progress } from './list-reading.ts';

interface ReadingProgressProps {
  reading: { progress: Progress; isReading: boolean; error: Error | null; proceed(): void };
}

/** How many animals have been read, or why no more are, and the way to continue. */
export function ReadingProgress({ reading: { progress, isReading, error, proceed } }: ReadingProgressProps) {
  const { animals, total } = progress;
  const read = formatNumber(animals.length);
  return (
    <>
      {isReading && (
        <div className="reading-progress">
          <progress
            aria-label={TEXTS.reading}
            value={total === undefined ? undefined : Math.min(animals.length, total)}
            max={total || 1}
          />
          <p className="detail">
            {TEXTS.reading} {total === undefined ? read : TEXTS.readOf(read, formatNumber(total))}
          </p>
        </div>
      )}
      <div role="alert">
        {error !== null && !isReading && (
          <>
            <ErrorNote error={error} />
            {animals.length > 0 && <p className="detail">{TEXTS.readSoFar(animals.length)}</p>}
            {/* What the console has found itself stays as it is. */}
            {!(error instanceof PageError) && (
              <button type="button" onClick={proceed}>
                {TEXTS.proceed}
              </button>
            )}
          </>
        )}
      </div>
    </>
  );
}
