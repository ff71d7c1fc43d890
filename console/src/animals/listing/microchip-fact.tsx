import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/use-session.ts';
import { TEXTS } from './field-texts.ts';
import { microchipOf } from './microchip-query.ts';

/** The microchip among the facts of an animal, for who may change it. Its place is reserved while it is read. */
export function MicrochipFact({ id }: { id: bigint }) {
  const { petstore } = useSession();
  const { data } = useQuery(microchipOf(petstore, id));
  return (
    <>
      <dt className="not-printed">{TEXTS.microchip}</dt>
      <dd className="not-printed">{data === undefined ? '…' : (data.microchip ?? TEXTS.notKnown)}</dd>
    </>
  );
}
