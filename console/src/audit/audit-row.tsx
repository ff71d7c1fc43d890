import type { AuditEntry } from '@petstore/client';
import { type AuditFilters, hrefOf, type Route } from '../route.ts';
import { Moment } from '../session/moment.tsx';
import { TEXTS } from './audit-texts.ts';
import { actionWords, authorName, detailsOf, subjectName } from './audit-words.ts';
import { TEXTS as CHANGE_TEXTS } from './change-texts.ts';
import { changeWords } from './change-words.ts';

interface AuditRowProps {
  entry: AuditEntry;
  filters: AuditFilters;
}

/** One change: its author, what it was and when; and its members, if the user opens them. */
export function AuditRow({ entry, filters }: AuditRowProps) {
  const changes = changeWords(entry);
  // The old and the new values say more than the state after the change.
  const details = entry.changes === undefined ? detailsOf(entry) : [];
  return (
    <li>
      <p>
        <Author entry={entry} filters={filters} /> {actionWords(entry)} <Subject entry={entry} />
      </p>
      <p className="detail">
        <Moment at={entry.at} />
        <OnlyAnimal entry={entry} filters={filters} />
        {entry.key !== undefined && (
          <span>
            {TEXTS.withKey} <code>{entry.key.hint}</code>
          </span>
        )}
      </p>
      {changes.length > 0 && (
        <dl>
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                {after}{' '}
                <span className="was">
                  ({CHANGE_TEXTS.was} <del>{before}</del>)
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {details.length > 0 && (
        <details>
          <summary>{TEXTS.details}</summary>
          <dl>
            {details.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}

/** The author, as a link to all that they changed, which the service finds for accounts and keys. */
function Author({ entry, filters }: AuditRowProps) {
  const name = <strong>{authorName(entry)}</strong>;
  const { person, account, key } = entry;
  if (person !== undefined || (account === undefined && key === undefined)) return name;
  const author = key === undefined ? { account: account?.id } : { key: key.id };
  return <a href={hrefOf({ page: 'audit', ...filters, ...author })}>{name}</a>;
}

function OnlyAnimal({ entry: { subject }, filters }: AuditRowProps) {
  if (subject.type !== 'pet' || subject.id === undefined || filters.animal !== undefined) return null;
  return <a href={hrefOf({ page: 'audit', ...filters, animal: subject.id })}>{TEXTS.onlyThisAnimal}</a>;
}

function Subject({ entry }: { entry: AuditEntry }) {
  const route = routeOf(entry);
  const name = subjectName(entry);
  return route === undefined ? <bdi>{name}</bdi> : <a href={hrefOf(route)}>{name}</a>;
}

/** After these, the animal may have no page. */
const REMOVALS: ReadonlySet<string> = new Set(['pet.deleted', 'pet.erased', 'pet.merged']);

/** Returns the page of the subject, if it has one. */
function routeOf({ action, subject: { type, id } }: AuditEntry): Route | undefined {
  if (type === 'pet' && id !== undefined && !REMOVALS.has(action)) return { page: 'animal', id };
  if (type === 'order') return { page: 'orders' };
  return type === 'category' ? { page: 'categories' } : undefined;
}
