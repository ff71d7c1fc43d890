import { useId } from 'react';
import { useObservable } from '../observable.ts';
import { hrefOf } from '../route.ts';
import { forgetSearches, recentSearches } from './recent-searches.ts';
import { searchTarget } from './search-target.ts';
import { TEXTS } from './search-texts.ts';

/** The recent searches, below the empty field while it or one of them has the focus. */
export function RecentSearches() {
  const id = useId();
  const searches = useObservable(recentSearches);
  if (searches.length === 0) return null;
  return (
    <div className="recent-searches">
      <p id={id}>{TEXTS.recent}</p>
      <ul aria-labelledby={id}>
        {searches.map((words) => (
          <li key={words}>
            <a href={hrefOf(searchTarget(words, { page: 'today' }) ?? { page: 'animals' })} onClick={leave}>
              {words}
            </a>
          </li>
        ))}
      </ul>
      <button type="button" className="quiet" onClick={forgetSearches}>
        {TEXTS.clear}
      </button>
    </div>
  );
}

/** The list is shown while something in it has the focus. */
function leave(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
