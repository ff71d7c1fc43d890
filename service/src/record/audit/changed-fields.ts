import { parseJson, stringifyJson } from '../../platform/core/json.ts';
import { DEFAULT_FOCAL_POINT } from '../../platform/database/column-values.ts';

/** A field of a subject that an entry of the audit changed. An absent value is none. */
export interface ChangedField {
  /** The name of the field, such as `breed` or `adoptionFee`. */
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the fields that differ, in the order of the names. A null is no value. */
export function changedFields(before: Members, after: Members): ChangedField[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((field): ChangedField[] => {
    const [old, next] = [before[field] ?? undefined, after[field] ?? undefined];
    if (stringifyJson(old) === stringifyJson(next)) return [];
    return [{ field, ...(old !== undefined && { before: old }), ...(next !== undefined && { after: next }) }];
  });
}

interface Listing {
  readonly pet?: unknown;
  readonly profile?: Members;
  readonly photos?: readonly Photo[];
}

interface Photo {
  readonly id: string;
  readonly alt?: string;
  readonly focalPoint?: { readonly x: number; readonly y: number };
}

/** Returns the fields of an animal, or of its profile and photos, in the body of an event; none for undefined. */
export function fieldsOfBody(body: string | undefined): Members {
  if (body === undefined) return {};
  const parsed = parseJson(body) as Members & Listing; // the service has written it
  if (parsed.pet === undefined) return parsed;
  const photos = parsed.photos ?? [];
  return {
    ...parsed.profile,
    // Their sizes never change.
    ...(photos.length > 0 && { photos: photos.map(changeable) }),
  };
}

/** Returns what can change of a photo. Events of older versions have no focal point, which is the default. */
function changeable({ id, alt, focalPoint }: Photo): Photo {
  const isChosen =
    focalPoint !== undefined &&
    (focalPoint.x !== DEFAULT_FOCAL_POINT.x || focalPoint.y !== DEFAULT_FOCAL_POINT.y);
  return { id, ...(alt && { alt }), ...(isChosen && { focalPoint }) };
}
