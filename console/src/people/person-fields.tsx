import type { Person } from '@petstore/client';
import { ROLE_NAMES } from '../texts/account-names.ts';
import { withLabel } from '../texts/french.ts';
import { FormField } from '../ui/forms/form-field.tsx';
import { TEXTS } from './people-texts.ts';

type Role = keyof typeof TEXTS.roles;

/** The roles, the lowest first. */
const ROLES = Object.keys(TEXTS.roles) as Role[]; // a literal has only its keys

interface PersonFieldsProps {
  person?: Person;
  /** False for persons who change themselves. */
  hasRole: boolean;
}

/** The fields of a person. */
export function PersonFields({ person, hasRole }: PersonFieldsProps) {
  return (
    <>
      <FormField name="name" label={TEXTS.name}>
        {(field) => (
          <input
            {...field}
            required
            maxLength={100}
            pattern=".*\S.*"
            autoComplete="off"
            defaultValue={person?.name}
          />
        )}
      </FormField>
      {hasRole && (
        <FormField name="role" label={TEXTS.role}>
          {(field) => (
            <select {...field} defaultValue={person?.role ?? 'volunteer'}>
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {withLabel(ROLE_NAMES[role], TEXTS.roles[role])}
                </option>
              ))}
            </select>
          )}
        </FormField>
      )}
      <FormField name="email" label={TEXTS.email} hint={TEXTS.emailHint}>
        {(field) => (
          <input {...field} type="email" maxLength={254} autoComplete="off" defaultValue={person?.email} />
        )}
      </FormField>
    </>
  );
}

/** Returns what was entered. Without an e-mail address it is undefined. */
export function personIn(form: FormData) {
  const email = String(form.get('email') ?? '').trim();
  return {
    name: String(form.get('name')).trim(),
    role: ROLES.find((role) => role === form.get('role')) ?? 'volunteer',
    email: email === '' ? undefined : email,
  };
}
