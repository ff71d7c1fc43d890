import type { Listing, PetPermissions } from '@petstore/client';
import { useState } from 'react';
import { hrefOf } from '../../route.ts';
import { useRole } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { fullDay, money } from '../../ui/local-text.ts';
import { PhotoTiles } from '../photos/photo-tiles.tsx';
import { contactText } from '../shelter-contact.tsx';
import { TogetherSection } from '../together/together-section.tsx';
import { profileWords } from './profile-words.ts';
import './listing.css';
import { TEXTS as FIELDS } from './field-texts.ts';
import { TEXTS } from './listing-texts.ts';
import { ProfileForm } from './profile-form-when-opened.ts';

interface ProfileSectionProps {
  /** Undefined if it could not be read. */
  listing: Listing | undefined;
  /** The field at which the form is open; undefined if it is closed. */
  field: string | undefined;
  error: Error | null;
  onRetry(): void;
  /** Undefined until they are known. */
  permissions: PetPermissions | undefined;
}

/** What adopters see of an animal: its photos and its profile, with the forms to change them. */
export function ProfileSection({ listing, field, error, onRetry, permissions }: ProfileSectionProps) {
  const role = useRole();
  const mayChange = role !== 'reader' && permissions?.allowedOperations.includes('changePet') !== false;
  return (
    <section
      // The controls are invisible until the permissions are known. Their space is reserved, so that nothing moves.
      className={permissions === undefined ? 'card listing unknown' : 'card listing'}
      aria-labelledby="profile"
    >
      <div className="listing-head">
        <h2 id="profile">{TEXTS.forAdopters}</h2>
        {listing !== undefined && mayChange && <EditProfile listing={listing} field={field} />}
      </div>
      {listing === undefined && error !== null && <ErrorNote error={error} onRetry={onRetry} />}
      {listing !== undefined && (
        <>
          <PhotoTiles listing={listing} mayChange={mayChange} />
          <ProfileText listing={listing} mayChange={mayChange} />
          <TogetherSection listing={listing} mayChange={mayChange} />
        </>
      )}
    </section>
  );
}

function EditProfile({ listing, field }: { listing: Listing; field: string | undefined }) {
  const [isEditing, setEditing] = useState(field !== undefined);
  return (
    <>
      <button type="button" onClick={() => setEditing(true)}>
        {TEXTS.changeProfile}
      </button>
      {isEditing && <ProfileForm listing={listing} field={field} onClose={() => setEditing(false)} />}
    </>
  );
}

function ProfileText({ listing: { profile }, mayChange }: { listing: Listing; mayChange: boolean }) {
  // The page shows this beside the status.
  const { notForAdoptionReason: _, bondedWith: __, ...forAdopters } = profile;
  if (Object.keys(forAdopters).length === 0) {
    return (
      <p className="hint">
        {TEXTS.onlyNameSoFar}
        {mayChange && ` ${TEXTS.factsHelp}`}
      </p>
    );
  }
  const { description, specialNeeds, location, adoptionFee, intakeDate, contactUrl, videoUrl, tags } =
    profile;
  return (
    <div className="profile">
      <ul className="profile-words">
        {profileWords(profile, Date.now()).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {description !== undefined && <p className="description">{description}</p>}
      {specialNeeds !== undefined && (
        <p className="description">
          <strong>{TEXTS.specialNeeds}</strong> {specialNeeds}
        </p>
      )}
      <dl className="animal-facts">
        <Fact name={TEXTS.location} value={location} />
        <Fact name={TEXTS.fee} value={adoptionFee && money(adoptionFee)} />
        <Fact name={TEXTS.intake} value={intakeDate && fullDay(intakeDate)} />
        {tags !== undefined && (
          <>
            <dt>{FIELDS.tags}</dt>
            <dd className="tag-links">
              {tags.map((tag) => (
                <a key={tag} href={hrefOf({ page: 'animals', tag })}>
                  {tag}
                </a>
              ))}
            </dd>
          </>
        )}
        {videoUrl !== undefined && (
          <>
            <dt>{FIELDS.videoUrl}</dt>
            <dd>
              <a href={videoUrl} target="_blank" rel="noreferrer">
                {videoUrl}
              </a>
            </dd>
          </>
        )}
        <Fact name={TEXTS.contact} value={contactUrl && contactText(contactUrl)} />
      </dl>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  if (value === undefined) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
