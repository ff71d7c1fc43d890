import type { Listing } from '@petstore/client';
import { useCategoryNames } from '../../category-name.tsx';
import { Status } from '../../ui/status.tsx';
import { Cover } from '../listing/cover.tsx';
import { namesOf, useCompanions } from '../together/companions.ts';
import { TEXTS as NOTES } from './merge-notes-texts.ts';
import { type ComparedField, comparedFields } from './merged-fields.ts';
import { TEXTS } from './merging-texts.ts';

interface CompareRecordsProps {
  /** In the order in which they are shown. */
  sides: readonly [Listing, Listing];
  remaining: Listing;
  gone: Listing;
  isGoneHeld: boolean;
  /** Why they cannot be merged so. */
  obstacle: string | undefined;
  onChoose(remainingId: bigint): void;
  onBack(): void;
}

/** Two records side by side, of which one remains, and what the other one gives it. */
export function CompareRecords(props: CompareRecordsProps) {
  const { sides, remaining, gone, isGoneHeld, obstacle, onChoose, onBack } = props;
  const nameOfGroup = useGroupNames(sides);
  const fields = comparedFields(remaining.profile, gone.profile, nameOfGroup);
  const taken = fields.filter(({ goesAlong }) => goesAlong).map(({ label }) => label);
  return (
    <>
      <fieldset className="merge-sides">
        <legend>{TEXTS.whichRemains}</legend>
        {sides.map((side, index) => (
          <Side
            key={String(side.pet.id)}
            side={side}
            isRemaining={side === remaining}
            hasFocus={index === 0}
            onChoose={() => onChoose(side.pet.id)}
          />
        ))}
      </fieldset>
      {fields.length > 0 && <Fields fields={fields} sides={sides} remaining={remaining} />}
      <p>{TEXTS.goesAlong(gone.pet.name, gone.pet.id)}</p>
      <ul className="merge-gifts">
        {gone.photos.length > 0 && <li>{TEXTS.photosGo(gone.photos.length)}</li>}
        <li>{TEXTS.recordsGo}</li>
        {isGoneHeld && <li>{TEXTS.holdGoes}</li>}
        {taken.length > 0 && <li>{TEXTS.fieldsGo(taken.join(', '))}</li>}
      </ul>
      <p>{TEXTS.staysAsItIs}</p>
      <p>
        <strong>{TEXTS.isFinal(gone.pet.id)}</strong>
      </p>
      <p role="status" className={obstacle === undefined ? undefined : 'error-note'}>
        {obstacle}
      </p>
      <p>
        <button type="button" className="quiet" onClick={onBack}>
          {TEXTS.another}
        </button>
      </p>
    </>
  );
}

/** Returns a function that names the animals of a group without the two records, which become one. */
function useGroupNames(sides: readonly [Listing, Listing]) {
  const own = sides.map(({ pet }) => pet.id);
  const all = new Set(sides.flatMap(({ profile }) => profile.bondedWith ?? []));
  const companions = useCompanions([...all].filter((id) => !own.includes(id))) ?? [];
  return (petIds: readonly bigint[] = []) =>
    namesOf(companions.filter(({ pet }) => petIds.includes(pet.id))) || undefined;
}

interface SideProps {
  side: Listing;
  isRemaining: boolean;
  hasFocus: boolean;
  onChoose(): void;
}

function Side({ side: { pet, photos }, isRemaining, hasFocus, onChoose }: SideProps) {
  const category = useCategoryNames([pet.categoryId]);
  return (
    <label className={isRemaining ? 'merge-side merge-remaining' : 'merge-side'}>
      <span className="merge-choice">
        <input
          type="radio"
          name="remaining"
          value={String(pet.id)}
          checked={isRemaining}
          // The search field, which had the focus, is gone.
          ref={hasFocus ? focusOnce : undefined}
          onChange={onChoose}
        />
        <strong>{pet.name}</strong>
      </span>
      <Cover photo={photos[0]} name={pet.name} />
      <span className="detail">{NOTES.numbered(pet.id)}</span>
      <span className="detail">{category(pet.categoryId)}</span>
      <span className="detail">{TEXTS.photos(photos.length)}</span>
      <span>
        <Status status={pet.status} />
      </span>
    </label>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

interface FieldsProps {
  fields: readonly ComparedField[];
  sides: readonly [Listing, Listing];
  remaining: Listing;
}

function Fields({ fields, sides, remaining }: FieldsProps) {
  return (
    <table className="merge-fields">
      <caption>{TEXTS.differences}</caption>
      <thead>
        <tr>
          <th scope="col">{TEXTS.field}</th>
          {sides.map(({ pet }) => (
            <th key={String(pet.id)} scope="col">
              {NOTES.numbered(pet.id)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">{field.label}</th>
            {sides.map((side) => (
              <td key={String(side.pet.id)}>
                <span className="merge-value">
                  {side === remaining ? (
                    field.remaining
                  ) : (
                    <Given value={field.gone} goesAlong={field.goesAlong} />
                  )}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value of the record that goes. */
function Given({ value, goesAlong }: { value: string | undefined; goesAlong: boolean }) {
  if (value === undefined || goesAlong) return value;
  return (
    <>
      <s>{value}</s>
      <span className="visually-hidden">{TEXTS.isDropped}</span>
    </>
  );
}
