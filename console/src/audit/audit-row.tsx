import type { AuditEntry } from '@petstore/client';
import { hrefOf, type Route } from '../route.ts';
import { Moment } from '../session/moment.tsx';
import { TEXTS } from './audit-texts.ts';
import { actionWords, authorName, detailsOf, subjectName } from './audit-words.ts';

/** One change: its author, what it was and when; and its members, if the user opens them. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const details = detailsOf(entry);
  return (
    <li>
      <p>
        <strong>{authorName(entry)}</strong> {actionWords(entry)} <Subject entry={entry} />
      </p>
      <p className="detail">
        <Moment at={entry.at} />
        {entry.key !== undefined && (
          <span>
            {TEXTS.withKey} <code>{entry.key.hint}</code>
          </span>
        )}
      </p>
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

function Subject({ entry }: { entry: AuditEntry }) {
  const route = routeOf(entry);
  const name = subjectName(entry);
  return route === undefined ? <bdi>{name}</bdi> : <a href={hrefOf(route)}>{name}</a>;
}

/** After these, the animal may have no page. */
const REMOVALS: ReadonlySet<string> = new Set(['pet.deleted', 'pet.erased']);

/** Returns the page of the subject, if it has one. */
function routeOf({ action, subject: { type, id } }: AuditEntry): Route | undefined {
  if (type === 'pet' && id !== undefined && !REMOVALS.has(action)) return { page: 'animal', id };
  if (type === 'order') return { page: 'orders' };
  return type === 'category' ? { page: 'categories' } : undefined;
}
