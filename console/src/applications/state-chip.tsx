import type { ApplicationState } from './application.ts';
import { STATE_NAMES } from './state-names.ts';

/** The state of an application, with a colour beside its name. */
export function StateChip({ state }: { state: ApplicationState }) {
  return <span className={`status application-${state}`}>{STATE_NAMES[state]}</span>;
}
