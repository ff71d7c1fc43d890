import { useId } from 'react';
import {
  APPLICATION_VIEWS,
  type ApplicationFilters,
  type ApplicationView,
  ENDED_STATES,
  hrefOf,
} from '../route.ts';
import { FILTER_TEXTS as TEXTS, VIEW_NAMES } from './applications-texts.ts';
import { STATE_NAMES } from './state-names.ts';
import { useColleagues } from './use-colleagues.ts';

/** The list that is shown, and what narrows it. The address has both. */
export function ApplicationFilter({ filters }: { filters: ApplicationFilters }) {
  const { list: view = 'waiting' } = filters;
  return (
    <div className="filters">
      <nav aria-label={TEXTS.lists}>
        <ul>
          {APPLICATION_VIEWS.filter((choice) => choice !== 'second' || view === 'second').map((choice) => (
            <li key={choice}>
              <a href={hrefOfList(choice)} aria-current={choice === view ? 'true' : undefined}>
                {VIEW_NAMES[choice]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {view === 'ended' && <StateFilter filters={filters} />}
      {view !== 'mine' && view !== 'animals' && <PersonFilter filters={filters} />}
    </div>
  );
}

export function hrefOfList(view: ApplicationView): string {
  return hrefOf({ page: 'applications', list: view === 'waiting' ? undefined : view });
}

function StateFilter({ filters }: { filters: ApplicationFilters }) {
  const id = useId();
  return (
    <p className="application-select">
      <label htmlFor={id}>{TEXTS.state}</label>
      <select
        id={id}
        value={filters.state ?? ''}
        onChange={({ target }) =>
          show({ ...filters, state: ENDED_STATES.find((one) => one === target.value) })
        }
      >
        <option value="">{TEXTS.anyState}</option>
        {ENDED_STATES.map((state) => (
          <option key={state} value={state}>
            {STATE_NAMES[state]}
          </option>
        ))}
      </select>
    </p>
  );
}

/** Absent where there is no one to choose. */
function PersonFilter({ filters }: { filters: ApplicationFilters }) {
  const id = useId();
  const colleagues = useColleagues();
  const { person } = filters;
  if (colleagues.length === 0) return null;
  const choose = (value: string) => show({ ...filters, person: value === '' ? undefined : BigInt(value) });
  return (
    <p className="application-select">
      <label htmlFor={id}>{TEXTS.person}</label>
      <select id={id} value={String(person ?? '')} onChange={({ target }) => choose(target.value)}>
        <option value="">{TEXTS.anyPerson}</option>
        {colleagues.map(({ id: personId, name }) => (
          <option key={String(personId)} value={String(personId)}>
            {name}
          </option>
        ))}
      </select>
    </p>
  );
}

function show(filters: ApplicationFilters): void {
  location.hash = hrefOf({ page: 'applications', ...filters });
}
