import type { Summary } from '@petstore/client';
import type { ShelterSettings } from '../queries/settings-query.ts';
import { hrefOf, type Route } from '../route.ts';
import { useRole } from '../session/use-session.ts';
import { useSettings } from '../session/use-settings.ts';
import { TodayCard } from './today-card.tsx';
import { TEXTS } from './today-texts.ts';

interface Step {
  readonly name: keyof typeof TEXTS.steps;
  readonly to: Route;
  readonly isDone: boolean;
}

/** Leads admins from a new service to a published catalogue, until it is one. */
export function FirstSteps({ counts }: Pick<Summary, 'counts'>) {
  const settings = useSettings();
  const isAdmin = useRole() === 'admin';
  if (!isAdmin || settings === undefined) return null;
  const steps = stepsOf(settings, counts);
  if (steps.every(({ isDone }) => isDone)) return null;
  // Only the operator can publish, so the admin has arrived.
  if (isPrivate(settings) && counts.some(({ count }) => count > 0)) return null;
  return (
    <TodayCard title={TEXTS.firstSteps}>
      <ol className="first-steps">
        {steps.map(({ name, to, isDone }) => (
          <li key={name} className={isDone ? 'done' : undefined}>
            <div>
              <a href={hrefOf(to)}>{TEXTS.steps[name].title}</a>{' '}
              <span className="step-state">{isDone ? TEXTS.stepDone : TEXTS.stepOpen}</span>
            </div>
            <p className="detail">{TEXTS.steps[name].detail}</p>
          </li>
        ))}
      </ol>
    </TodayCard>
  );
}

/** Returns true if the operator has switched the public pages off. */
function isPrivate({ publicPages, fixedBy }: ShelterSettings): boolean {
  return !publicPages && fixedBy.publicPages !== undefined;
}

function stepsOf(settings: ShelterSettings, counts: Summary['counts']): readonly Step[] {
  const { shelterName, publicPages } = settings;
  const steps: Step[] = [
    { name: 'name', to: { page: 'settings' }, isDone: shelterName !== undefined },
    { name: 'animals', to: { page: 'import' }, isDone: counts.some(({ count }) => count > 0) },
    { name: 'publish', to: { page: 'settings' }, isDone: publicPages },
  ];
  return isPrivate(settings) ? steps.slice(0, -1) : steps;
}
