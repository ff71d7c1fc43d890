import { type AnimalsRoute, hrefOf } from '../../route.ts';
import { TEXTS } from '../animals-texts.ts';

/** Shows only the animals without a photo. A second click removes the filter. */
export function PhotoFilter(route: AnimalsRoute) {
  const isChosen = route.photos === 'without';
  return (
    <nav aria-label={TEXTS.photoFilter}>
      <ul>
        <li>
          <a
            href={hrefOf({ ...route, photos: isChosen ? undefined : 'without' })}
            aria-current={isChosen ? 'true' : undefined}
          >
            {TEXTS.withoutPhoto}
          </a>
        </li>
      </ul>
    </nav>
  );
}
