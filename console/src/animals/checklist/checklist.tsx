import type { Listing } from '@petstore/client';
import { useEffect, useState } from 'react';
import { TEXTS } from './checklist-texts.ts';
import './checklist.css';
import { ProfileForm } from '../listing/profile-form-when-opened.ts';

/** What visitors look for first, in the order in which it is asked. */
const STEPS = ['photo', 'birthDate', 'description'] as const;
type Step = (typeof STEPS)[number];

function isDone({ photos, profile }: Listing, step: Step): boolean {
  return step === 'photo' ? photos.length > 0 : profile[step] !== undefined;
}

/** What a new animal still lacks, each with the way to it. It disappears when all is done. */
export function Checklist({ listing }: { listing: Listing }) {
  const [field, setField] = useState<Exclude<Step, 'photo'>>();
  // The form focuses its first field when it opens.
  useEffect(() => {
    if (field !== undefined) document.querySelector<HTMLElement>(`dialog[open] [name="${field}"]`)?.focus();
  }, [field]);
  const isComplete = STEPS.every((step) => isDone(listing, step));
  const go = (step: Step) => {
    if (step === 'photo') choosePhotos();
    else setField(step);
  };
  return (
    <>
      {!isComplete && (
        <section className="card checklist" aria-labelledby="checklist">
          <h2 id="checklist">{TEXTS.title}</h2>
          <ul>
            {STEPS.map((step) => (
              <li key={step} className={isDone(listing, step) ? 'done' : undefined}>
                {isDone(listing, step) ? (
                  <>
                    <span aria-hidden="true">✓ </span>
                    {TEXTS.done[step]}
                  </>
                ) : (
                  <button type="button" onClick={() => go(step)}>
                    {TEXTS.steps[step]}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {field !== undefined && <ProfileForm listing={listing} onClose={() => setField(undefined)} />}
    </>
  );
}

/** The photos of the page have the only place that knows how to add some. */
function choosePhotos(): void {
  const input = document.querySelector<HTMLInputElement>('.add-photos input[type="file"]');
  input?.scrollIntoView({ block: 'center' });
  input?.click();
}
