import type { ApplicationSummary } from '@petstore/client';
import { hrefOf } from '../route.ts';
import { TEXTS, VIEW_NAMES } from './applications-texts.ts';
import { animalText, useAnimalNames } from './use-animal-names.ts';
import { WaitingTime } from './waiting-time.tsx';

interface ByAnimalProps {
  /** The longest waiting first. */
  applications: readonly ApplicationSummary[];
  /** False if more are loaded when they become visible. */
  isComplete: boolean;
}

/** The animals that have applicants who wait, each with their number. */
export function ByAnimal({ applications, isComplete }: ByAnimalProps) {
  const groups = groupsOf(applications);
  const nameOf = useAnimalNames([...groups.keys()]);
  return (
    <ul className="applications" aria-label={VIEW_NAMES.animals} aria-busy={!isComplete}>
      {[...groups].map(([petId, ofAnimal]) => (
        <li key={String(petId)} className="card application-row">
          <p className="row-name">
            {petId === undefined ? (
              TEXTS.without
            ) : (
              <a href={hrefOf({ page: 'applications', pet: petId })} data-row>
                {animalText(petId, nameOf(petId))}
              </a>
            )}
          </p>
          <p className="row-animal">
            {TEXTS.countOpen(ofAnimal.length)}
            {!isComplete && '+'}
          </p>
          <p className="row-due detail">
            {ofAnimal[0] !== undefined && <WaitingTime application={ofAnimal[0]} />}
          </p>
          <p className="row-more detail">
            {ofAnimal.map(({ id, applicant }) => (
              <a key={String(id)} href={hrefOf({ page: 'application', id })}>
                <bdi>{applicant.name}</bdi>
              </a>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

function groupsOf(
  applications: readonly ApplicationSummary[],
): Map<bigint | undefined, ApplicationSummary[]> {
  const groups = new Map<bigint | undefined, ApplicationSummary[]>();
  for (const application of applications) {
    const { petId } = application;
    groups.set(petId, [...(groups.get(petId) ?? []), application]);
  }
  return groups;
}
