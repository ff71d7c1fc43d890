import { HOUR, MINUTE } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import type { PartnerState, Sex, Size } from '../../platform/database/column-values.ts';
import type { OutboundReason } from '../../platform/outbound/outbound-fault.ts';

export const MAX_PARTNERS = 10;
/** Of one partner: its newest. */
export const MAX_ANIMALS = 50;
/** How often a partner is read. */
export const READ_INTERVAL = 15 * MINUTE;
/** After so long without an answer its animals are no longer shown: they may have a home. */
export const SILENCE = 24 * HOUR;

/** Why a partner could not be read. */
export type PartnerFailure = OutboundReason | 'status' | 'not_adoptable' | 'other_address';

/** Another catalogue. Times are Unix milliseconds. */
export interface Partner {
  readonly id: bigint;
  /** The origin of its addresses. */
  readonly url: string;
  readonly state: PartnerState;
  readonly createdAt: number;
  /** The rest is as the partner describes itself, and undefined until it was read. */
  readonly name: string | undefined;
  readonly license: string | undefined;
  readonly coordinates: string | undefined;
  readonly pageUrl: string | undefined;
  readonly animalsUrl: string | undefined;
  readonly descriptionTag: string | undefined;
  readonly animalsTag: string | undefined;
  readonly readAt: number | undefined;
  readonly failingSince: number | undefined;
  readonly failure: PartnerFailure | undefined;
}

/** What a partner describes itself as, checked and shortened. */
export interface Description extends Pick<Partner, 'license' | 'coordinates'> {
  readonly name: string;
  readonly pageUrl: string;
  readonly animalsUrl: string;
}

/** An animal of a partner, checked and shortened. */
export interface PartnerAnimal {
  readonly name: string;
  /** The page of the animal: an address of the partner. */
  readonly url: string;
  readonly kind: string;
  readonly breed?: string | undefined;
  readonly sex?: Sex | undefined;
  readonly size?: Size | undefined;
  readonly birthDate?: string | undefined;
  readonly goodWithChildren?: boolean | undefined;
  readonly goodWithDogs?: boolean | undefined;
  readonly goodWithCats?: boolean | undefined;
  /** What the picture shows. */
  readonly alt: string;
}

/** A row of the list of a partner. */
export interface ListedAnimal {
  readonly remoteId: string;
  readonly animal: PartnerAnimal;
  readonly photoUrl: string | undefined;
}

export function partnerNotFound(id: string): ApiError {
  return new ApiError('partner_not_found', `There is no partner ${id}.`);
}
