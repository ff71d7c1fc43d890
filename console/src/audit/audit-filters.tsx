import { type AuditFilters, hrefOf } from '../route.ts';
import { TEXTS } from './audit-texts.ts';

interface AuditFilterProps {
  filters: AuditFilters;
  /** The names of what is selected, as far as the entries have them. */
  names: Readonly<Partial<Record<keyof AuditFilters, string | undefined>>>;
}

/** The filters of the list, which are in the address. Each one that is set is a link that removes it. */
export function AuditFilter({ filters, names }: AuditFilterProps) {
  const { animal, account, key, day } = filters;
  const chips = [
    animal !== undefined && (['animal', TEXTS.ofAnimal(names.animal ?? String(animal))] as const),
    account !== undefined && (['account', TEXTS.byAuthor(names.account ?? String(account))] as const),
    key !== undefined && (['key', TEXTS.byAuthor(names.key ?? String(key))] as const),
  ].filter((chip) => chip !== false);
  return (
    <div className="audit-filters">
      <label>
        {TEXTS.day}{' '}
        <input
          type="date"
          key={day ?? ''}
          defaultValue={day}
          onChange={({ target: { value } }) => {
            if (value !== (day ?? ''))
              location.hash = hrefOf({ page: 'audit', ...filters, day: value || undefined });
          }}
        />
      </label>
      {chips.length > 0 && (
        <ul className="chips" aria-label={TEXTS.filters}>
          {chips.map(([name, text]) => (
            <li key={name}>
              <a
                href={hrefOf({ page: 'audit', ...filters, [name]: undefined })}
                aria-label={TEXTS.without(text)}
                aria-current="true"
              >
                {text} <span aria-hidden="true">×</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
