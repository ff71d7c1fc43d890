import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { ListState, Skeleton } from '../../ui/list-states.tsx';
import { AddPartner } from './add-partner.tsx';
import { partnerList } from './partner-queries.ts';
import { PartnerRow } from './partner-row.tsx';
import { TEXTS } from './partner-texts.ts';

/** Other catalogues whose animals the public pages show. Nothing follows the list, so that nothing moves when it has loaded. */
export function PartnersSection() {
  const list = useQuery(partnerList(useSession().petstore));
  const [isAdding, setAdding] = useState(false);
  const partners = list.data ?? [];
  return (
    <section className="card place partners" aria-labelledby="partners">
      <h2 id="partners">{TEXTS.title}</h2>
      <p>{TEXTS.purpose}</p>
      <button type="button" onClick={() => setAdding(true)}>
        {TEXTS.add}
      </button>
      <ListState
        isLoading={list.isPending && list.error === null}
        error={list.error}
        isEmpty={partners.length === 0}
        onRetry={list.refetch}
        skeleton={<Skeleton rows={1} className="partner-list" />}
        empty={<p className="hint">{TEXTS.none}</p>}
      >
        <ul className="partner-list">
          {partners.map((partner) => (
            <PartnerRow key={String(partner.id)} partner={partner} />
          ))}
        </ul>
      </ListState>
      {isAdding && <AddPartner onClose={() => setAdding(false)} />}
    </section>
  );
}
