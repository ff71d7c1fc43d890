import type { SearchMatch } from '@petstore/client';
import { TEXTS } from './search-texts.ts';

interface SearchMatchNoteProps {
  /** What the user searched for. */
  q: string | undefined;
  match: SearchMatch | undefined;
}

/** Explains how the animals below were found, if they do not have the words of the search. */
export function SearchMatchNote({ q, match }: SearchMatchNoteProps) {
  if (q === undefined) return null;
  if (match === 'similar') return <p role="status">{TEXTS.didYouMean(q)}</p>;
  if (match === 'reference') return <p role="status">{TEXTS.byReference(q)}</p>;
  return null;
}
