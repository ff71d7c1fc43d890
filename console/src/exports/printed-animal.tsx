import type { Listing } from '@petstore/client';
import { Cover, Picture } from '../animals/listing/cover.tsx';
import { profileWords } from '../animals/listing/profile-words.ts';
import { isPublic } from '../animals/listing/public-status.ts';
import { contactText } from '../animals/shelter-contact.tsx';
import { statusName } from '../texts/status-names.ts';
import { shortText } from './short-text.ts';

/** As much as there is place for beside a photo. */
const MAX_CHARACTERS = 320;

interface PrintedAnimalProps {
  listing: Listing;
  category: string;
  photoWidth: 320 | 800;
}

/** One animal of a printed list. */
export function PrintedAnimal({ listing, category, photoWidth }: PrintedAnimalProps) {
  const { pet, profile, photos, url } = listing;
  const [cover] = photos;
  const isNotFree = pet.status !== undefined && pet.status !== 'available';
  const kind = [category, ...profileWords(profile, Date.now()), isNotFree && statusName(pet.status)];
  const contact = profile.contactUrl && contactText(profile.contactUrl);
  const address = isPublic(pet.status) ? url?.replace(/^https?:\/\//, '') : undefined;
  return (
    <li className="printed-animal">
      {cover === undefined ? (
        <Cover photo={undefined} name={pet.name} />
      ) : (
        <Picture photo={cover} name={pet.name} width={photoWidth} isEager />
      )}
      <h2>{pet.name}</h2>
      <p className="detail">{kind.filter(Boolean).join(' · ')}</p>
      {profile.description !== undefined && <p>{shortText(profile.description, MAX_CHARACTERS)}</p>}
      {contact !== undefined && <p>{contact}</p>}
      {address !== undefined && <p className="detail">{address}</p>}
    </li>
  );
}
