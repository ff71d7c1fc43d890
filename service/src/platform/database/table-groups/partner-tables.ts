import type { Generated } from 'kysely';
import type { PartnerState } from '../column-values.ts';

/** The tables of partners, as `Tables` describes them. */
export interface PartnerTables {
  /** Other catalogues whose animals are shown. */
  partners: {
    id: Generated<bigint>;
    /** The origin of its addresses. */
    url: string;
    state: PartnerState;
    created_at: bigint;
    /** What it calls itself; null until it was read. */
    name: string | null;
    license: string | null;
    /** As text, such as `41.9,-87.6`. */
    coordinates: string | null;
    page_url: string | null;
    animals_url: string | null;
    /** The `ETag` of its description and of its list. */
    description_tag: string | null;
    animals_tag: string | null;
    next_at: bigint;
    /** When it was read the last time. */
    read_at: bigint | null;
    failing_since: bigint | null;
    failure: string | null;
  };
  /** The animals of partners. */
  partner_animals: {
    partner_id: bigint;
    /** The id that the partner gave it. */
    remote_id: string;
    /** In the list of the partner. */
    position: bigint;
    /** JSON. */
    animal: string;
    /** Where its picture is; null for none, or for one that cannot be used. */
    photo_url: string | null;
    photo_id: string | null;
    /** JSON. */
    photo: string | null;
  };
  /** Pictures of these animals, made of theirs. */
  partner_photos: {
    photo_id: string;
    name: string;
    content: Uint8Array;
  };
}
