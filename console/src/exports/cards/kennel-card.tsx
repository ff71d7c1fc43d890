import type { Listing } from '@petstore/client';
import { Cover, Picture } from '../../animals/listing/cover.tsx';
import { profileWords } from '../../animals/listing/profile-words.ts';
import { isPublic } from '../../animals/listing/public-status.ts';
import { ShelterContact } from '../../animals/shelter-contact.tsx';
import { language } from '../../texts/language.ts';
import { statusName } from '../../texts/status-names.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { shortText } from '../short-text.ts';
import { TEXTS } from './cards-texts.ts';
import type { CardsPerSheet } from './paper.ts';

/** How much text has a place beside the facts, in characters. The smallest cards have no description. */
const DESCRIPTION = { 1: 420, 2: 150, 4: 0 } as const;
const SPECIAL_NEEDS = { 1: 200, 2: 100, 4: 70 } as const;

/** Names of animals in one phrase. */
const LIST = new Intl.ListFormat(language, { type: 'conjunction' });

interface KennelCardProps {
  listing: Listing;
  category: string;
  /** The names of the animals that it goes together with. */
  bonded: readonly string[];
  perSheet: CardsPerSheet;
}

/** What visitors read at the kennel of one animal. It has only what a listing has, which is for everyone. */
export function KennelCard({ listing, category, bonded, perSheet }: KennelCardProps) {
  const { pet, profile, photos } = listing;
  const [cover] = photos;
  const isNotFree = pet.status !== undefined && pet.status !== 'available';
  const url = pageOf(listing);
  const description = profile.description && shortText(profile.description, DESCRIPTION[perSheet]);
  return (
    <article className="kennel-card">
      {cover === undefined ? (
        <Cover photo={undefined} name={pet.name} />
      ) : (
        <Picture photo={cover} name={pet.name} width={perSheet === 1 ? 1600 : 800} isEager />
      )}
      <div className="kennel-words">
        <h2>{pet.name}</h2>
        <p className="kennel-kind">
          {[category, isNotFree && statusName(pet.status)].filter(Boolean).join(' · ')}
        </p>
        {bonded.length > 0 && <p className="kennel-bonded">{TEXTS.together(LIST.format(bonded))}</p>}
        <ul>
          {profileWords(profile, Date.now()).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        {profile.specialNeeds !== undefined && (
          <p>
            <strong>{TEXTS.specialNeeds}</strong> {shortText(profile.specialNeeds, SPECIAL_NEEDS[perSheet])}
          </p>
        )}
        {DESCRIPTION[perSheet] > 0 && description !== undefined && <p>{description}</p>}
      </div>
      <footer>
        <div>
          {url !== undefined && <p className="kennel-scan">{TEXTS.scan}</p>}
          <ShelterContact className="kennel-shelter" />
          <p className="kennel-number">{TEXTS.number(pet.id)}</p>
        </div>
        {url !== undefined && <QrCode text={url} label={TEXTS.codeOf(pet.name)} errorCorrection="M" />}
      </footer>
    </article>
  );
}

/**
 * Returns the short address of the public page of an animal; undefined if it has none. The service leads from there to the page,
 * also when the animal has another name. A code with fewer letters has larger squares.
 */
export function pageOf({ pet: { id, status }, url }: Listing): string | undefined {
  return isPublic(status) ? url?.replace(new RegExp(`(/${id})/[^/]*$`), '$1') : undefined;
}
