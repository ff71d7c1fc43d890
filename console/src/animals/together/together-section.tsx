import type { Listing } from '@petstore/client';
import { useState } from 'react';
import { hrefOf } from '../../route.ts';
import { partWhenOpened } from '../../ui/when-opened.tsx';
import { useCompanions } from './companions.ts';
import './together.css';
import { TEXTS } from './together-texts.ts';

const BondDialog = partWhenOpened(async () => (await import('./bond-dialog.tsx')).BondDialog);

/** The animals that an animal goes together with, and the button that changes them. */
export function TogetherSection({ listing, mayChange }: { listing: Listing; mayChange: boolean }) {
  // As they were when the dialog opened: it stays while the group changes.
  const [before, setBefore] = useState<readonly Listing[]>();
  const ids = listing.profile.bondedWith ?? [];
  const companions = useCompanions(ids);
  if (ids.length === 0 && !mayChange) return null;
  return (
    <div className="together">
      <p>
        {ids.length === 0 ? TEXTS.alone : `${TEXTS.together} `}
        {companions?.map(({ pet }, index) => (
          <span key={String(pet.id)}>
            {index > 0 && ', '}
            <a href={hrefOf({ page: 'animal', id: pet.id })}>{pet.name}</a>
          </span>
        ))}
      </p>
      {mayChange && companions !== undefined && (
        <button type="button" className="quiet" onClick={() => setBefore(companions)}>
          {TEXTS.change}
        </button>
      )}
      {before !== undefined && (
        <BondDialog listing={listing} companions={before} onClose={() => setBefore(undefined)} />
      )}
    </div>
  );
}
