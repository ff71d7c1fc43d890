import type { Summary } from '@petstore/client';
import { hrefOf } from '../route.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { countText } from '../ui/local-text.ts';
import { TodayCard } from './today-card.tsx';
import { APPLICATION_TEXTS as TEXTS } from './today-texts.ts';

type Applications = Summary['applications'];

/** Who waits for an answer, who waits for too long, and who is next after a hold that ended without an adoption. Absent without any. */
export function WaitingApplications({ waiting, pastPromise, next }: Applications) {
  if (waiting.count === 0) return null;
  return (
    <TodayCard title={PAGE_NAMES.applications}>
      <p>
        <a href={hrefOf({ page: 'applications' })}>
          {TEXTS.waiting(countText(waiting), waiting.count === 1)}
        </a>
      </p>
      {pastPromise.count > 0 && (
        <p>
          <a href={hrefOf({ page: 'applications', list: 'late' })}>
            {TEXTS.late(countText(pastPromise), pastPromise.count === 1)}
          </a>
        </p>
      )}
      {next.length > 0 && <NextInLine next={next} />}
    </TodayCard>
  );
}

function NextInLine({ next }: Pick<Applications, 'next'>) {
  const { permissions } = usePermissions(next.map(({ petId }) => petId));
  return (
    <>
      <p className="detail">{TEXTS.next}</p>
      <ul>
        {next.map(({ applicationId: id, petId }) => (
          <li key={String(id)}>
            <a href={hrefOf({ page: 'application', id })}>
              {TEXTS.nextFor(id, permissions.get(petId)?.pet.name ?? TEXTS.animal(petId))}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
