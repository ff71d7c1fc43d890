import type { Listing } from '@petstore/client';
import type { ReactNode } from 'react';
import { Cover } from '../animals/listing/cover.tsx';
import { hrefOf } from '../route.ts';

/** One animal with its picture and a detail. */
export function AnimalRow({ listing, children }: { listing: Listing; children: ReactNode }) {
  const { pet, photos } = listing;
  return (
    <li className="today-animal">
      <Cover photo={photos[0]} name={pet.name} />
      <a href={hrefOf({ page: 'animal', id: pet.id })}>{pet.name}</a>
      <span className="detail">{children}</span>
    </li>
  );
}
