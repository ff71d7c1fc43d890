import type { Listing } from '@petstore/client';
import { memo, useRef } from 'react';
import { hrefOf } from '../../route.ts';
import { useKeepFocusIn } from '../../ui/keep-focus-in.ts';
import { dayOf, daysSince, mediumDay } from '../../ui/local-text.ts';
import { type AnimalCardProps, GoneNote, useListedAnimal } from '../animal-card.tsx';
import { TEXTS as ANIMALS } from '../animals-texts.ts';
import { Cover } from '../listing/cover.tsx';
import { ageWords, breedWords } from '../listing/profile-words.ts';
import { SelectBox } from '../selection/select-box.tsx';
import { selectedOf } from '../selection/selection.ts';
import { StatusMenu } from '../status/status-menu.tsx';
import { ROLES } from './animals-table.tsx';
import { TEXTS } from './table-texts.ts';

interface AnimalRowProps extends AnimalCardProps {
  /** The zone whose days count. */
  timeZone: string;
}

/** One animal in the table. In a table of thousands only changed rows render again. */
export const AnimalRow = memo((props: AnimalRowProps) => {
  const row = useRef<HTMLTableRowElement>(null);
  const { gone, className } = useListedAnimal(props.pet);
  return (
    <tr
      ref={row}
      tabIndex={-1}
      className={`animal-row ${className}`}
      aria-live={gone === undefined ? undefined : 'polite'}
      {...ROLES.row}
    >
      {gone === undefined ? (
        <Cells {...props} container={row} />
      ) : (
        <td colSpan={9} className="gone-cell" {...ROLES.cell}>
          <GoneNote pet={props.pet} gone={gone} />
        </td>
      )}
    </tr>
  );
});

interface CellsProps extends AnimalRowProps {
  container: Parameters<typeof useKeepFocusIn>[0];
}

function Cells({ pet, category, listing, permissions, timeZone, container }: CellsProps) {
  useKeepFocusIn(container);
  const now = Date.now();
  const selectable = selectedOf(pet, permissions);
  return (
    <>
      <td className="select-cell" {...ROLES.cell}>
        {selectable && <SelectBox {...selectable} />}
      </td>
      <td className="photo-cell" {...ROLES.cell}>
        <Cover photo={listing?.photos[0]} name={pet.name} />
      </td>
      <td className="name-cell" {...ROLES.cell}>
        {/* It covers the row, so that the picture leads to the animal, too. */}
        <a href={hrefOf({ page: 'animal', id: pet.id })}>
          <bdi>{pet.name}</bdi>
        </a>
        <span className="kind">
          {category === '' ? ANIMALS.numbered(pet.id) : `${ANIMALS.numbered(pet.id)} · ${category}`}
        </span>
      </td>
      <td className="breed-cell" {...ROLES.cell}>
        {listing && breedWords(listing.profile)}
      </td>
      <td className="age-cell" {...ROLES.cell}>
        {listing && ageWords(listing.profile, now)}
      </td>
      <td className="waiting-cell" {...ROLES.cell}>
        {listing && waitingWords(listing, now, timeZone)}
      </td>
      <td className="added-cell" {...ROLES.cell}>
        {dayWords(listing?.createdAt, timeZone)}
      </td>
      <td className="changed-cell" {...ROLES.cell}>
        {dayWords(listing?.updatedAt, timeZone)}
      </td>
      <td className="status-cell animal-actions" {...ROLES.cell}>
        <StatusMenu pet={pet} permissions={permissions} />
      </td>
    </>
  );
}

/** Returns how long an animal has been in care; nothing for an adopted one. */
function waitingWords({ pet, profile, createdAt }: Listing, now: number, timeZone: string): string {
  const since = profile.intakeDate ?? createdAt;
  if (pet.status === 'sold' || since === undefined) return '';
  const days = daysSince(since, now, timeZone);
  return days === 0 ? TEXTS.today : TEXTS.days(days);
}

function dayWords(at: string | undefined, timeZone: string): string {
  return at === undefined ? '' : mediumDay(dayOf(Date.parse(at), timeZone));
}
