// Generated from openapi.json by `npm run openapi`: change the routes of the service instead.

/** Every `code` of an error, from the catalogue of the service. */
export type ErrorCode =
  | 'malformed_json'
  | 'invalid_body'
  | 'invalid_parameter'
  | 'invalid_image'
  | 'invalid_mapping'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'not_signed_in'
  | 'passkey_refused'
  | 'wrong_code'
  | 'insufficient_role'
  | 'origin_not_allowed'
  | 'operation_not_allowed'
  | 'not_owner'
  | 'pet_not_found'
  | 'order_not_found'
  | 'photo_not_found'
  | 'movement_not_found'
  | 'import_not_found'
  | 'application_not_found'
  | 'partner_not_found'
  | 'webhook_not_found'
  | 'delivery_not_found'
  | 'site_not_found'
  | 'account_not_found'
  | 'person_not_found'
  | 'device_not_found'
  | 'passkey_not_found'
  | 'key_not_found'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'pet_not_available'
  | 'invalid_transition'
  | 'bond_conflict'
  | 'applications_closed'
  | 'too_many_messages'
  | 'merge_conflict'
  | 'setting_fixed'
  | 'too_many_open_orders'
  | 'too_many_photos'
  | 'too_many_partners'
  | 'too_many_webhooks'
  | 'webhook_orphaned'
  | 'limit_reached'
  | 'account_exists'
  | 'last_admin_key'
  | 'email_in_use'
  | 'passkeys_not_offered'
  | 'email_not_set_up'
  | 'publishing_off'
  | 'secrets_key_missing'
  | 'person_without_email'
  | 'key_already_rotated'
  | 'secret_already_issued'
  | 'idempotency_key_in_use'
  | 'link_expired'
  | 'sign_in_expired'
  | 'operation_removed'
  | 'events_expired'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'expectation_failed'
  | 'idempotency_key_reused'
  | 'rate_limit_exceeded'
  | 'too_many_applications'
  | 'too_many_followers'
  | 'api_key_banned'
  | 'headers_too_large'
  | 'internal_error'
  | 'service_unavailable'
  | 'provider_unavailable'
  | 'result_unknown'
  | 'storage_full';

/** The body of every error. */
export interface ErrorBody {
  code: ErrorCode;
  /** Human-readable description: what is wrong and what to send instead. */
  message: string;
  /** The HTTP status code. 400 to 599. */
  status: number;
}

/** Availability of an animal. */
export type PetStatus = 'available' | 'pending' | 'sold';

/** An animal to add. Unknown members are ignored. */
export interface NewPet {
  /** The animal's name: 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates. Stored unchanged. */
  name: string;
  /** Identifier of the category the animal belongs to. */
  categoryId: bigint;
  status?: PetStatus;
}

/** One animal in the catalogue. */
export interface Pet {
  /** Unique identifier assigned by the service on creation. */
  id: bigint;
  /** The animal's name: 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates. Stored unchanged. */
  name: string;
  /** Identifier of the category the animal belongs to. */
  categoryId: bigint;
  status?: PetStatus;
}

/** The members to change; at least one. `null` removes the status; no other member can be removed. Unknown members are ignored. */
export interface PetChange {
  /** The animal's name: 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates. Stored unchanged. */
  name?: string | undefined;
  /** Identifier of the category the animal belongs to. */
  categoryId?: bigint | undefined;
  /** Availability of an animal. `null` removes it: the animal is not for adoption at the moment. */
  status?: 'available' | 'pending' | 'sold' | null | undefined;
}

/** What happened to one animal on one day of the shelter. */
export interface Movement {
  /** Unique identifier assigned by the service. */
  id: bigint;
  /** The animal. */
  petId: bigint;
  /** An animal comes in, lives in foster care, or leaves. Known values: `intake`, `foster`, `outcome`. Later versions may add others. */
  type: 'intake' | 'foster' | 'outcome';
  /** Why. Of an intake: stray, surrender, transfer_in, seized, born_in_care, return, owner_intended_euthanasia, other. Of an outcome: adoption, return_to_owner, transfer_out, returned_to_field, died, euthanasia, owner_intended_euthanasia, lost, other_live, other. A stay in foster care has none. Known values: `stray`, `surrender`, `transfer_in`, `seized`, `born_in_care`, `return`, `owner_intended_euthanasia`, `other`, `adoption`, `return_to_owner`, `transfer_out`, `returned_to_field`, `died`, `euthanasia`, `lost`, `other_live`. Later versions may add others. */
  reason?:
    | 'stray'
    | 'surrender'
    | 'transfer_in'
    | 'seized'
    | 'born_in_care'
    | 'return'
    | 'owner_intended_euthanasia'
    | 'other'
    | 'adoption'
    | 'return_to_owner'
    | 'transfer_out'
    | 'returned_to_field'
    | 'died'
    | 'euthanasia'
    | 'lost'
    | 'other_live'
    | undefined;
  /** The day of the shelter, a full-date of RFC 3339. It may lie in the past, and is not after today. */
  date: string;
  /** When a stay in foster care ended or will end. Only of a stay in foster care. */
  endDate?: string | undefined;
  /** Where the other side of a transfer is, as seen from the shelter. Only of a transfer. Known values: `same`, `other`, `international`. Later versions may add others. */
  region?: 'same' | 'other' | 'international' | undefined;
  /** The reason in words: 1 to 500 characters, not only white space, without U+0000 and lone surrogates. Do not use personal data. */
  note?: string | undefined;
  /** The completed order that was the adoption. */
  orderId?: bigint | undefined;
  /** Its place among the movements of the animal on the same day: the smallest is the first, and those with the same place are in the order of their ids. Missing for 0. Without it, a new movement is the last of its day, or before an outcome that it explains. An import sets the second of the day. -100000 to 100000. */
  dayOrder?: number | undefined;
}

/** A movement to record. `reason` is required, except for a stay in foster care. */
export interface MovementRequest {
  /** An animal comes in, lives in foster care, or leaves. */
  type: 'intake' | 'foster' | 'outcome';
  /** Why. Of an intake: stray, surrender, transfer_in, seized, born_in_care, return, owner_intended_euthanasia, other. Of an outcome: adoption, return_to_owner, transfer_out, returned_to_field, died, euthanasia, owner_intended_euthanasia, lost, other_live, other. A stay in foster care has none. */
  reason?:
    | 'stray'
    | 'surrender'
    | 'transfer_in'
    | 'seized'
    | 'born_in_care'
    | 'return'
    | 'owner_intended_euthanasia'
    | 'other'
    | 'adoption'
    | 'return_to_owner'
    | 'transfer_out'
    | 'returned_to_field'
    | 'died'
    | 'euthanasia'
    | 'lost'
    | 'other_live'
    | undefined;
  /** The day of the shelter, a full-date of RFC 3339. It may lie in the past, and is not after today. */
  date: string;
  /** When a stay in foster care ended or will end. Only of a stay in foster care. */
  endDate?: string | undefined;
  /** Where the other side of a transfer is, as seen from the shelter. Only of a transfer. */
  region?: 'same' | 'other' | 'international' | undefined;
  /** The reason in words: 1 to 500 characters, not only white space, without U+0000 and lone surrogates. Do not use personal data. */
  note?: string | undefined;
  /** Its place among the movements of the animal on the same day: the smallest is the first, and those with the same place are in the order of their ids. Missing for 0. Without it, a new movement is the last of its day, or before an outcome that it explains. An import sets the second of the day. -100000 to 100000. */
  dayOrder?: number | undefined;
  /** The status of an animal that came in; `null` for none. Only of an intake that is the last movement. Without it, an animal that was gone has none, and another one keeps its own. */
  status?: 'available' | 'pending' | null | undefined;
}

/** The members to change; at least one. `null` removes a member. */
export interface MovementChange {
  /** Why. Of an intake: stray, surrender, transfer_in, seized, born_in_care, return, owner_intended_euthanasia, other. Of an outcome: adoption, return_to_owner, transfer_out, returned_to_field, died, euthanasia, owner_intended_euthanasia, lost, other_live, other. A stay in foster care has none. */
  reason?:
    | 'stray'
    | 'surrender'
    | 'transfer_in'
    | 'seized'
    | 'born_in_care'
    | 'return'
    | 'owner_intended_euthanasia'
    | 'other'
    | 'adoption'
    | 'return_to_owner'
    | 'transfer_out'
    | 'returned_to_field'
    | 'died'
    | 'euthanasia'
    | 'lost'
    | 'other_live'
    | undefined;
  /** The day of the shelter, a full-date of RFC 3339. It may lie in the past, and is not after today. */
  date?: string | undefined;
  /** When a stay in foster care ended or will end. Only of a stay in foster care. */
  endDate?: string | null | undefined;
  /** Where the other side of a transfer is, as seen from the shelter. Only of a transfer. */
  region?: 'same' | 'other' | 'international' | null | undefined;
  /** The reason in words: 1 to 500 characters, not only white space, without U+0000 and lone surrogates. Do not use personal data. */
  note?: string | null | undefined;
  /** Its place among the movements of the animal on the same day: the smallest is the first, and those with the same place are in the order of their ids. Missing for 0. Without it, a new movement is the last of its day, or before an outcome that it explains. An import sets the second of the day. -100000 to 100000. */
  dayOrder?: number | undefined;
}

/** The description of one animal for adopters. A field that is not set is absent. */
export interface Profile {
  /** What adopters should know, as plain text. 1 to 10,000 characters, not only white space, without U+0000 and lone surrogates. */
  description?: string | undefined;
  /** The breed. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  breed?: string | undefined;
  /** The second breed of an animal of several breeds. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  secondBreed?: string | undefined;
  /** Whether it is of more breeds than are named. */
  mixed?: boolean | undefined;
  /** The colours of the animal. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  color?: string | undefined;
  /** The length of its hair. Known values: `hairless`, `short`, `medium`, `long`. Later versions may add others. */
  coatLength?: 'hairless' | 'short' | 'medium' | 'long' | undefined;
  /** Where the animal lives now. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  location?: string | undefined;
  /** The sex. Known values: `female`, `male`. Later versions may add others. */
  sex?: 'female' | 'male' | undefined;
  /** The size of the animal when it is grown up. Known values: `small`, `medium`, `large`, `extra_large`. Later versions may add others. */
  size?: 'small' | 'medium' | 'large' | 'extra_large' | undefined;
  /** The date of birth. A full-date of RFC 3339, not in the future in every time zone. */
  birthDate?: string | undefined;
  /** True if the date of birth is an estimate. */
  birthDateEstimated?: boolean | undefined;
  /** Whether it gets on with children. */
  goodWithChildren?: boolean | undefined;
  /** Whether it gets on with dogs. */
  goodWithDogs?: boolean | undefined;
  /** Whether it gets on with cats. */
  goodWithCats?: boolean | undefined;
  /** Whether it is spayed or neutered. */
  spayedNeutered?: boolean | undefined;
  /** Whether its vaccinations are up to date. */
  vaccinated?: boolean | undefined;
  /** Whether it is house-trained. */
  houseTrained?: boolean | undefined;
  /** What it needs more than others, such as medicine. 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates. */
  specialNeeds?: string | undefined;
  /** What an adopter pays. */
  adoptionFee?:
    | {
        /** The amount in the main unit of the currency. */
        amount: string;
        /** The currency code of ISO 4217. */
        currency: string;
      }
    | undefined;
  /** Where to ask about the animal: an `https:`, `mailto:` or `tel:` address of at most 2,000 characters. */
  contactUrl?: string | undefined;
  /** Where a video of the animal is: an `https:` address of at most 2,000 characters. */
  videoUrl?: string | undefined;
  /** Short words for adopters and for searches, each of 1 to 30 characters; at most 10. */
  tags?: Array<string> | undefined;
  /** When the shelter took it in. A full-date of RFC 3339, not in the future in every time zone. */
  intakeDate?: string | undefined;
  /** The animals that it goes together with: they are shown, held and adopted together, at most 5 in all. Setting it for one sets it for all of them; `null` takes the animal out of its group. */
  bondedWith?: Array<bigint> | undefined;
  /** Why an animal without a status is not for adoption at the moment. No public page shows it. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  notForAdoptionReason?: string | undefined;
}

/** The profile of one animal with what only those who may change it see. A field that is not set is absent. */
export interface WholeProfile {
  /** What adopters should know, as plain text. 1 to 10,000 characters, not only white space, without U+0000 and lone surrogates. */
  description?: string | undefined;
  /** The breed. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  breed?: string | undefined;
  /** The second breed of an animal of several breeds. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  secondBreed?: string | undefined;
  /** Whether it is of more breeds than are named. */
  mixed?: boolean | undefined;
  /** The colours of the animal. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  color?: string | undefined;
  /** The length of its hair. Known values: `hairless`, `short`, `medium`, `long`. Later versions may add others. */
  coatLength?: 'hairless' | 'short' | 'medium' | 'long' | undefined;
  /** Where the animal lives now. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  location?: string | undefined;
  /** The sex. Known values: `female`, `male`. Later versions may add others. */
  sex?: 'female' | 'male' | undefined;
  /** The size of the animal when it is grown up. Known values: `small`, `medium`, `large`, `extra_large`. Later versions may add others. */
  size?: 'small' | 'medium' | 'large' | 'extra_large' | undefined;
  /** The date of birth. A full-date of RFC 3339, not in the future in every time zone. */
  birthDate?: string | undefined;
  /** True if the date of birth is an estimate. */
  birthDateEstimated?: boolean | undefined;
  /** Whether it gets on with children. */
  goodWithChildren?: boolean | undefined;
  /** Whether it gets on with dogs. */
  goodWithDogs?: boolean | undefined;
  /** Whether it gets on with cats. */
  goodWithCats?: boolean | undefined;
  /** Whether it is spayed or neutered. */
  spayedNeutered?: boolean | undefined;
  /** Whether its vaccinations are up to date. */
  vaccinated?: boolean | undefined;
  /** Whether it is house-trained. */
  houseTrained?: boolean | undefined;
  /** What it needs more than others, such as medicine. 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates. */
  specialNeeds?: string | undefined;
  /** What an adopter pays. */
  adoptionFee?:
    | {
        /** The amount in the main unit of the currency. */
        amount: string;
        /** The currency code of ISO 4217. */
        currency: string;
      }
    | undefined;
  /** Where to ask about the animal: an `https:`, `mailto:` or `tel:` address of at most 2,000 characters. */
  contactUrl?: string | undefined;
  /** Where a video of the animal is: an `https:` address of at most 2,000 characters. */
  videoUrl?: string | undefined;
  /** Short words for adopters and for searches, each of 1 to 30 characters; at most 10. */
  tags?: Array<string> | undefined;
  /** When the shelter took it in. A full-date of RFC 3339, not in the future in every time zone. */
  intakeDate?: string | undefined;
  /** The animals that it goes together with: they are shown, held and adopted together, at most 5 in all. Setting it for one sets it for all of them; `null` takes the animal out of its group. */
  bondedWith?: Array<bigint> | undefined;
  /** Why an animal without a status is not for adoption at the moment. No public page shows it. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  notForAdoptionReason?: string | undefined;
  /** The number of its microchip: 15 digits as in ISO 11784, or 9 or 10 letters and digits of an older one. Stored without spaces and hyphens, in capital letters. Only who may change the animal sees it. */
  microchip?: string | undefined;
}

/** The fields to change; at least one. `null` removes a field. */
export interface ProfileChange {
  /** What adopters should know, as plain text. 1 to 10,000 characters, not only white space, without U+0000 and lone surrogates. */
  description?: string | null | undefined;
  /** The breed. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  breed?: string | null | undefined;
  /** The second breed of an animal of several breeds. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  secondBreed?: string | null | undefined;
  /** Whether it is of more breeds than are named. */
  mixed?: boolean | null | undefined;
  /** The colours of the animal. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  color?: string | null | undefined;
  /** The length of its hair. */
  coatLength?: 'hairless' | 'short' | 'medium' | 'long' | null | undefined;
  /** Where the animal lives now. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  location?: string | null | undefined;
  /** The sex. */
  sex?: 'female' | 'male' | null | undefined;
  /** The size of the animal when it is grown up. */
  size?: 'small' | 'medium' | 'large' | 'extra_large' | null | undefined;
  /** The date of birth. A full-date of RFC 3339, not in the future in every time zone. */
  birthDate?: string | null | undefined;
  /** True if the date of birth is an estimate. */
  birthDateEstimated?: boolean | null | undefined;
  /** Whether it gets on with children. */
  goodWithChildren?: boolean | null | undefined;
  /** Whether it gets on with dogs. */
  goodWithDogs?: boolean | null | undefined;
  /** Whether it gets on with cats. */
  goodWithCats?: boolean | null | undefined;
  /** Whether it is spayed or neutered. */
  spayedNeutered?: boolean | null | undefined;
  /** Whether its vaccinations are up to date. */
  vaccinated?: boolean | null | undefined;
  /** Whether it is house-trained. */
  houseTrained?: boolean | null | undefined;
  /** What it needs more than others, such as medicine. 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates. */
  specialNeeds?: string | null | undefined;
  /** What an adopter pays. */
  adoptionFee?:
    | {
        /** The amount in the main unit of the currency. */
        amount?: string | undefined;
        /** The currency code of ISO 4217. */
        currency?: string | undefined;
      }
    | null
    | undefined;
  /** Where to ask about the animal: an `https:`, `mailto:` or `tel:` address of at most 2,000 characters. */
  contactUrl?: string | null | undefined;
  /** Where a video of the animal is: an `https:` address of at most 2,000 characters. */
  videoUrl?: string | null | undefined;
  /** Short words for adopters and for searches, each of 1 to 30 characters; at most 10. */
  tags?: Array<string> | null | undefined;
  /** When the shelter took it in. A full-date of RFC 3339, not in the future in every time zone. */
  intakeDate?: string | null | undefined;
  /** The animals that it goes together with: they are shown, held and adopted together, at most 5 in all. Setting it for one sets it for all of them; `null` takes the animal out of its group. */
  bondedWith?: Array<bigint> | null | undefined;
  /** Why an animal without a status is not for adoption at the moment. No public page shows it. 1 to 200 characters, not only white space, without U+0000 and lone surrogates. */
  notForAdoptionReason?: string | null | undefined;
  /** The number of its microchip: 15 digits as in ISO 11784, or 9 or 10 letters and digits of an older one. Stored without spaces and hyphens, in capital letters. Only who may change the animal sees it. */
  microchip?: string | null | undefined;
}

/** The microchip of one animal. */
export interface Microchip {
  /** Identifier of the animal. */
  petId: bigint;
  /** The number of its microchip. */
  microchip: string;
}

/** One picture of an animal, stored in a few sizes. The first one of an animal is its cover. */
export interface Photo {
  /** Unique identifier, which cannot be guessed. */
  id: string;
  /** What the picture shows, for readers who cannot see it: at most 300 characters, without U+0000 and lone surrogates. Empty until it is set. */
  alt: string;
  /** The width of the upload in pixels, as it is displayed. */
  width: number;
  /** The height of the upload in pixels, as it is displayed. */
  height: number;
  /** The average colour, for a placeholder while the picture loads. */
  color: string;
  /** What the picture is framed by where its place has another shape: `object-position` of CSS. The upper third until it is set. Absent in events of older versions. */
  focalPoint?:
    | {
        /** In percent of the width, from the left. 0 to 100. */
        x: number;
        /** In percent of the height, from the top. 0 to 100. */
        y: number;
      }
    | undefined;
  /** The addresses of the pictures, by their width. They need no key and never change. */
  urls: {
    /** A WebP at most 320 pixels wide. */
    320: string;
    /** A WebP at most 800 pixels wide. */
    800: string;
    /** A WebP at most 1600 pixels wide. */
    1600: string;
  };
}

/** The members to change; at least one. */
export interface PhotoChange {
  /** What the picture shows, for readers who cannot see it: at most 300 characters, without U+0000 and lone surrogates. Empty until it is set. */
  alt?: string | undefined;
  /** The place among the photos of the animal; 0 is the cover. The others shift. 0 to 11. */
  position?: number | undefined;
  /** What the picture is framed by where its place has another shape, such as the face. */
  focalPoint?:
    | {
        /** In percent of the width, from the left. 0 to 100. */
        x: number;
        /** In percent of the height, from the top. 0 to 100. */
        y: number;
      }
    | undefined;
}

/** How a photo is edited; at least one member. It is rotated first, and then cropped. */
export interface PhotoEdit {
  /** Clockwise, in degrees: 90, 180 or 270. 90 to 270. */
  rotate?: number | undefined;
  /** The part to keep, in percent of the width and the height of the rotated picture. `x` and `width`, and `y` and `height`, are at most 100 together. */
  crop?:
    | {
        /** The left edge. 0 to 100. */
        x: number;
        /** The upper edge. 0 to 100. */
        y: number;
        /** The width of the part. 10 to 100. */
        width: number;
        /** The height of the part. 10 to 100. */
        height: number;
      }
    | undefined;
}

/** One animal with its profile and its photos. A time is absent if the store does not know it any more. */
export interface Listing {
  pet: Pet;
  profile: Profile;
  /** The photos; the first one is the cover. */
  photos: Array<Photo>;
  /** When the animal was added. In UTC. */
  createdAt?: string | undefined;
  /** When its status was last set. In UTC. */
  statusChangedAt?: string | undefined;
  /** The last change of the animal, its profile or its photos. In UTC. */
  updatedAt?: string | undefined;
  /** The address of the public page of the animal, which anyone can read while the animal is available or on hold. Absent if public pages are off. */
  url?: string | undefined;
  /** For conditional changes of the parts of a listing. */
  etags: {
    /** The `ETag` that `If-Match` of `changePet` takes. */
    pet: string;
    /** The `ETag` that `If-Match` of `changeProfile` takes. */
    profile: string;
  };
}

/** One change of a batch. Unknown members are an error of the item, also in `pet` and `profile`. */
export interface BatchItem {
  /** The single operation that the item stands for. */
  operation: 'createPet' | 'changePet' | 'changeProfile' | 'removePet';
  /** Identifier of the animal to change or to remove. Not with `createPet`. */
  petId?: bigint | undefined;
  /** The body of `createPet`, which needs `name` and `categoryId`, or of `changePet`. */
  pet?: PetChange;
  /** The body of `changeProfile`; with `createPet`, the profile of the new animal. */
  profile?: ProfileChange;
  /** As the header `If-Match` of the single operation, such as `"\"k3Jx0cRk0N6m\""`. Not with `createPet`. */
  ifMatch?: string | undefined;
}

/** Changes of many animals. */
export interface Batch {
  /** The changes, in the order in which they are applied. */
  items: Array<BatchItem>;
}

/** The result of one item of a batch. */
export interface BatchResult {
  /** The status with which the single operation would have responded. 200 to 499. */
  status: number;
  /** The animal that was added or changed. */
  pet?: Pet;
  /** The `ETag` of the animal, or of the profile that was changed, for the next `ifMatch`. */
  etag?: string | undefined;
  /** The error, if the item was not applied. */
  error?: ErrorBody;
}

/** The results of a batch. */
export interface BatchResults {
  /** The number of items that were not applied. 0 to 1000. */
  failed: number;
  /** The result of each item, in the order of the items. */
  results: Array<BatchResult>;
}

/** One animal in the bin, as it was when it was removed. */
export interface RemovedPet {
  pet: Pet;
  /** When it was removed, in UTC. */
  removedAt: string;
  /** From then on it is deleted for good, in UTC. */
  expiresAt: string;
}

/** The merge of an animal into another one. */
export interface PetMerge {
  /** The animal that remains. */
  into: bigint;
}

/** Status of an order. `placed` and `approved` orders are open and hold the pet. Known values: `placed`, `approved`, `completed`, `cancelled`, `expired`. Later versions may add others. */
export type OrderStatus = 'placed' | 'approved' | 'completed' | 'cancelled' | 'expired';

/** A request to adopt one pet. Unknown members are ignored. */
export interface OrderRequest {
  /** The pet to adopt. */
  petId: bigint;
  /** The client's own string, at most 100 characters, such as an application number, without U+0000 and lone surrogates. Do not use personal data. */
  reference?: string | undefined;
  /** How long the hold lasts, in hours: at most 720, which are 30 days. Only the account that added the animal and managers can choose a hold that is longer than the setting of the service. 1 to 720. */
  holdHours?: number | undefined;
}

/** A change of an order. Unknown members are ignored. */
export interface OrderChange {
  /** The new status. */
  status: 'approved' | 'completed' | 'cancelled';
}

/** A request to adopt one pet. While it is open, it holds the pet. */
export interface Order {
  /** Unique identifier assigned by the service. */
  id: bigint;
  /** The pet to adopt. */
  petId: bigint;
  status: OrderStatus;
  /** The client's own string, at most 100 characters, such as an application number, without U+0000 and lone surrogates. Do not use personal data. */
  reference?: string | undefined;
  /** Time when it was placed, in UTC. */
  placedAt: string;
  /** Time when the hold ends automatically; only while `placed`. */
  expiresAt?: string | undefined;
  /** Time of the last change of its status, in UTC. */
  updatedAt: string;
  /** The orders of the animals that go together with this one (`bondedWith` of its profile). They were placed with it, and always have the same status: a change of one changes all. */
  bondedOrderIds?: Array<bigint> | undefined;
}

/** One recorded change of a pet. `pet` is the pet after the change; a deleted pet as it last was. The times, `url` and `etags` are those of its listing after the change, whose profile and photos stay the same; those of a new pet are empty. A pet that is restored from the bin has `pet.created` again, and `listing.updated` if it has a profile or photos. A pet that was merged into another one has `pet.deleted` with `mergedInto`, followed by the changes of the other one. The times and tags are absent if the pet was deleted, and in changes that an older version recorded. */
export interface PetEvent {
  /** Position in the feed; ids only increase. */
  id: bigint;
  /** What changed. Known values: `pet.created`, `pet.updated`, `pet.deleted`. Later versions may add others. */
  type: 'pet.created' | 'pet.updated' | 'pet.deleted';
  /** When it changed, in UTC. */
  at: string;
  pet: Pet;
  /** When the animal was added. In UTC. */
  createdAt?: string | undefined;
  /** When its status was last set. In UTC. */
  statusChangedAt?: string | undefined;
  /** The last change of the animal, its profile or its photos. In UTC. */
  updatedAt?: string | undefined;
  /** The address of the public page of the animal, which anyone can read while the animal is available or on hold. Absent if public pages are off. */
  url?: string | undefined;
  /** For conditional changes of the parts of a listing. */
  etags?:
    | {
        /** The `ETag` that `If-Match` of `changePet` takes. */
        pet: string;
        /** The `ETag` that `If-Match` of `changeProfile` takes. */
        profile: string;
      }
    | undefined;
  /** Only of `pet.deleted`: the animal into which the removed one was merged. It has the photos, orders and history of both; an order keeps its id, and its `petId` is this one. */
  mergedInto?: bigint | undefined;
  order?: undefined;
  listing?: undefined;
  category?: undefined;
  movement?: undefined;
  application?: undefined;
}

/** One recorded change of an order. `order` is the order after the change. */
export interface OrderEvent {
  /** Position in the feed; ids only increase. */
  id: bigint;
  /** What changed. Known values: `order.placed`, `order.approved`, `order.completed`, `order.cancelled`, `order.expired`. Later versions may add others. */
  type: 'order.placed' | 'order.approved' | 'order.completed' | 'order.cancelled' | 'order.expired';
  /** When it changed, in UTC. */
  at: string;
  order: Order;
  pet?: undefined;
  createdAt?: undefined;
  statusChangedAt?: undefined;
  updatedAt?: undefined;
  url?: undefined;
  etags?: undefined;
  mergedInto?: undefined;
  listing?: undefined;
  category?: undefined;
  movement?: undefined;
  application?: undefined;
}

/** One recorded change of the profile or the photos of a pet. `listing` is the listing after the change. */
export interface ListingEvent {
  /** Position in the feed; ids only increase. */
  id: bigint;
  /** What changed. Known values: `listing.updated`. Later versions may add others. */
  type: 'listing.updated';
  /** When it changed, in UTC. */
  at: string;
  listing: Listing;
  pet?: undefined;
  createdAt?: undefined;
  statusChangedAt?: undefined;
  updatedAt?: undefined;
  url?: undefined;
  etags?: undefined;
  mergedInto?: undefined;
  order?: undefined;
  category?: undefined;
  movement?: undefined;
  application?: undefined;
}

/** One recorded name of a category, which an admin or an import has set. */
export interface CategoryEvent {
  /** Position in the feed; ids only increase. */
  id: bigint;
  /** What changed. Known values: `category.named`. Later versions may add others. */
  type: 'category.named';
  /** When it changed, in UTC. */
  at: string;
  /** The category. */
  category: {
    /** Identifier of the category. */
    id: bigint;
    /** Its name after the change. */
    name: string;
  };
  pet?: undefined;
  createdAt?: undefined;
  statusChangedAt?: undefined;
  updatedAt?: undefined;
  url?: undefined;
  etags?: undefined;
  mergedInto?: undefined;
  order?: undefined;
  listing?: undefined;
  movement?: undefined;
  application?: undefined;
}

/** One movement that was recorded, corrected or deleted; `movement` is the movement after the change, a deleted one as it last was. The accounts that may change the animal see it. The movements that a completed order or a change of the status records have no event of their own. */
export interface MovementEvent {
  /** Position in the feed; ids only increase. */
  id: bigint;
  /** What changed. Known values: `movement.created`, `movement.updated`, `movement.deleted`. Later versions may add others. */
  type: 'movement.created' | 'movement.updated' | 'movement.deleted';
  /** When it changed, in UTC. */
  at: string;
  movement: Movement;
  pet?: undefined;
  createdAt?: undefined;
  statusChangedAt?: undefined;
  updatedAt?: undefined;
  url?: undefined;
  etags?: undefined;
  mergedInto?: undefined;
  order?: undefined;
  listing?: undefined;
  category?: undefined;
  application?: undefined;
}

/** One application that arrived, changed or was erased. The members of the account that may read it see it, and no one else. */
export interface ApplicationEvent {
  /** Position in the feed; ids only increase. */
  id: bigint;
  /** What changed. Known values: `application.created`, `application.updated`, `application.erased`. Later versions may add others. */
  type: 'application.created' | 'application.updated' | 'application.erased';
  /** When it changed, in UTC. */
  at: string;
  /** The application, without anything of the applicant. */
  application: {
    /** Identifier of the application. */
    id: bigint;
    /** The animal; absent if the applicant looks for any. */
    petId?: bigint | undefined;
    /** Its state after the change. Known values: `received`, `in_review`, `accepted`, `adopted`, `declined`, `withdrawn`, `closed`. Later versions may add others. */
    state: 'received' | 'in_review' | 'accepted' | 'adopted' | 'declined' | 'withdrawn' | 'closed';
  };
  pet?: undefined;
  createdAt?: undefined;
  statusChangedAt?: undefined;
  updatedAt?: undefined;
  url?: undefined;
  etags?: undefined;
  mergedInto?: undefined;
  order?: undefined;
  listing?: undefined;
  category?: undefined;
  movement?: undefined;
}

/** One recorded change. Skip an event whose `type` you do not know. One recorded change of a pet. `pet` is the pet after the change; a deleted pet as it last was. The times, `url` and `etags` are those of its listing after the change, whose profile and photos stay the same; those of a new pet are empty. A pet that is restored from the bin has `pet.created` again, and `listing.updated` if it has a profile or photos. A pet that was merged into another one has `pet.deleted` with `mergedInto`, followed by the changes of the other one. The times and tags are absent if the pet was deleted, and in changes that an older version recorded. One recorded change of an order. `order` is the order after the change. One recorded change of the profile or the photos of a pet. `listing` is the listing after the change. One recorded name of a category, which an admin or an import has set. One movement that was recorded, corrected or deleted; `movement` is the movement after the change, a deleted one as it last was. The accounts that may change the animal see it. The movements that a completed order or a change of the status records have no event of their own. One application that arrived, changed or was erased. The members of the account that may read it see it, and no one else. */
export type Event = PetEvent | OrderEvent | ListingEvent | CategoryEvent | MovementEvent | ApplicationEvent;

/** The effects of an import, as those that `petstore pets import` prints. The counts after `rows`, up to `failed`, add up to it. */
export interface ImportSummary {
  /** Rows of the file. */
  rows: number;
  /** Animals that were added. */
  created: number;
  /** Animals that were changed. */
  updated: number;
  /** Animals that are in the catalogue already, without a change. */
  unchanged: number;
  /** Animals that this store exported; they differ from the file and stay unchanged. */
  kept: number;
  /** Animals whose status an open order sets; other changes of their rows were applied. */
  held: number;
  /** Animals that were deleted from the catalogue earlier; they are not added again. */
  deleted: number;
  /** Rows for which another row with the same reference is newer, or has the same date and stands below. */
  superseded: number;
  /** Rows that are older than the one that an earlier import applied; they change nothing. */
  older: number;
  /** The rows that the mapping skips, by reason. */
  skipped: Array<{
    reason: string;
    /** Rows that were skipped. */
    rows: number;
  }>;
  /** Rows that have a fault and were not imported. */
  failed: number;
  /** Skipped animals that are in the catalogue and stay there, the first 100. */
  left: Array<{
    reference: string;
    reason: string;
  }>;
  /** The number of these animals. */
  leftInCatalogue: number;
  /** Added animals without a reference, which another import of the file adds again. */
  withoutReference: number;
  /** Movements that were added. */
  movementsAdded?: number | undefined;
  /** Movements that the store had, and that have changed in the file. */
  movementsChanged?: number | undefined;
  /** Movements that the store had already. */
  movementsUnchanged?: number | undefined;
  /** Rows whose movement was not added; their animals count as those of other rows. */
  movementsFailed?: number | undefined;
  /** Rows whose animals go together with others from now on, or no longer. */
  bondsChanged?: number | undefined;
  /** Rows whose animals go together with the named ones already. */
  bondsUnchanged?: number | undefined;
  /** Rows whose animals cannot go together; they count as those of other rows. */
  bondsFailed?: number | undefined;
}

/** What a file contains, and how it would be imported. */
export interface ImportPreview {
  /** The rows of the file. */
  rows: number;
  /** The sheets of a spreadsheet; empty for another file. */
  sheets: Array<{
    name: string;
    isHidden: boolean;
  }>;
  /** The sheet that was read. */
  sheet?: string | undefined;
  /** The line, or the row of the sheet, that names the columns; 0 for NDJSON. */
  headerRow: number;
  /** The encoding of a text file. */
  encoding?: string | undefined;
  /** What separates its values. */
  delimiter?: string | undefined;
  /** True for an export of a Petstore, which needs no mapping. */
  isExport: boolean;
  /** The columns in their order. */
  columns: Array<{
    /** The name of the column. */
    name: string;
    /** The number of different values; at most 1000. */
    distinct: number;
    /** True if there are more different values than were counted. */
    hasMore: boolean;
    /** The rows without a value. */
    empty: number;
    /** The most frequent values; at most 100. */
    values: Array<{
      /** The value as it is in the file. */
      text: string;
      /** The rows that have it. */
      rows: number;
      /** What it means in each field in which it is understood; `null` if it states that something is not known, or that there is nothing to record; `no stay` for a reason whose rows are left out, because they are no stay of a living animal. */
      words: {
        status?: string | boolean | null | undefined;
        sex?: string | boolean | null | undefined;
        size?: string | boolean | null | undefined;
        mixed?: string | boolean | null | undefined;
        coatLength?: string | boolean | null | undefined;
        spayedNeutered?: string | boolean | null | undefined;
        vaccinated?: string | boolean | null | undefined;
        houseTrained?: string | boolean | null | undefined;
        goodWithChildren?: string | boolean | null | undefined;
        goodWithDogs?: string | boolean | null | undefined;
        goodWithCats?: string | boolean | null | undefined;
        birthDateEstimated?: string | boolean | null | undefined;
        intakeReason?: string | boolean | null | undefined;
        outcomeReason?: string | boolean | null | undefined;
      };
      /** The date that it means if the day comes first. */
      dayFirst?: string | undefined;
      /** The date that it means if the month comes first. */
      monthFirst?: string | undefined;
      /** The amount of money that it means. */
      amount?: string | undefined;
      /** The category that it names: the digits of an id, which is new if there is no such category. */
      categoryId?: string | undefined;
    }>;
    /** What the dates of the column show about their order. */
    dates: {
      /** The first date that is possible only with the day first. */
      dayFirst?:
        | {
            /** The line of the file; of a spreadsheet, the row. */
            line: number;
            /** The name of its column. */
            column: string;
            /** The date as it is written. */
            text: string;
          }
        | undefined;
      /** The first date that is possible only with the month first. */
      monthFirst?:
        | {
            /** The line of the file; of a spreadsheet, the row. */
            line: number;
            /** The name of its column. */
            column: string;
            /** The date as it is written. */
            text: string;
          }
        | undefined;
      /** The first date whose day depends on the order. */
      ambiguous?:
        | {
            /** The line of the file; of a spreadsheet, the row. */
            line: number;
            /** The name of its column. */
            column: string;
            /** The date as it is written. */
            text: string;
          }
        | undefined;
    };
    /** The currencies that symbols suggest, the most frequent first. */
    currencies: Array<string>;
  }>;
  /** The guessed mapping. It can be incomplete: `problems` lists what must be chosen. */
  mapping: Record<string, unknown>;
  /** The order of day and month, which a file has once for all of its columns. */
  dateOrder: {
    /** Whether the dates of the guessed columns show their order. Known values: `not needed`, `proven`, `unknown`, `contradiction`. Later versions may add others. */
    kind: 'not needed' | 'proven' | 'unknown' | 'contradiction';
    /** Known values: `day-first`, `month-first`. Later versions may add others. */
    order?: 'day-first' | 'month-first' | undefined;
    /** A date whose day depends on the order. */
    example?:
      | {
          /** The line of the file; of a spreadsheet, the row. */
          line: number;
          /** The name of its column. */
          column: string;
          /** The date as it is written. */
          text: string;
        }
      | undefined;
    /** The first date that is possible only with the day first. */
    dayFirst?:
      | {
          /** The line of the file; of a spreadsheet, the row. */
          line: number;
          /** The name of its column. */
          column: string;
          /** The date as it is written. */
          text: string;
        }
      | undefined;
    /** The first date that is possible only with the month first. */
    monthFirst?:
      | {
          /** The line of the file; of a spreadsheet, the row. */
          line: number;
          /** The name of its column. */
          column: string;
          /** The date as it is written. */
          text: string;
        }
      | undefined;
  };
  /** The first 10 rows as they are understood: by the guessed mapping, or by the one that was checked last. */
  sample: Array<{
    /** The line of the file; of a spreadsheet, the row. */
    row: number;
    /** The animal; missing if the row is not imported. */
    pet?:
      | {
          name: string;
          /** The digits of the id. */
          categoryId: string;
          status: string | null;
          reference: string | null;
          profile: WholeProfile;
          /** What the row records; missing if it records nothing. */
          movements?:
            | Array<{
                /** Known values: `intake`, `foster`, `outcome`. Later versions may add others. */
                type: 'intake' | 'foster' | 'outcome';
                reason: string | null;
                /** The day. */
                date: string;
              }>
            | undefined;
          /** The animals that it goes together with, by their numbers in the file. */
          goesTogetherWith?: Array<string> | undefined;
        }
      | undefined;
    /** Why the row is left out. */
    skipped?: string | undefined;
    /** What is wrong with the row. */
    faults?: Array<string> | undefined;
  }>;
  /** What must be chosen or corrected before the import. */
  problems: Array<{
    /** One of no_name, no_kind, no_status, no_reference, status_unknown, reason_unknown, date_order_unknown, date_order_contradiction, no_currency, no_date, no_amount, repeated_column, unreadable_rows, shortened_numbers, formula_errors; others may be added. */
    code: string;
    /** What is wrong, and what to do. */
    message: string;
    /** The column that has the problem. */
    column?: string | undefined;
  }>;
  /** The first 100 rows that cannot be read. */
  unreadable: Array<{
    /** The line of the file; of a spreadsheet, the row. */
    row: number;
    reason: string;
  }>;
}

/** An import of a file. It runs after the response, and continues after a restart. */
export interface Import {
  /** Unique identifier assigned by the service. */
  id: bigint;
  /** `preview` if the file was read and `PATCH` with a mapping imports it; `done` if all rows were read, also if some of them failed; `failed` if the file cannot be imported; `cancelled` if a request has cancelled it: the rows that were applied before stay. Known values: `waiting`, `running`, `preview`, `done`, `failed`, `cancelled`. Later versions may add others. */
  state: 'waiting' | 'running' | 'preview' | 'done' | 'failed' | 'cancelled';
  /** True if the import only counts its effects. */
  dryRun: boolean;
  /** The name of the file. */
  fileName: string;
  /** Identifier of the account that owns new animals. */
  owner: bigint;
  /** Rows that are applied, without failed ones; missing until the file was read. */
  rows?: number | undefined;
  /** Of these, the rows that were applied so far. */
  processed: number;
  summary?: ImportSummary;
  /** The first 100 rows that failed. `bad-rows.csv` has all of them, up to 20 MB. */
  badRows?:
    | Array<{
        /** Line in the file; of a spreadsheet, the row. */
        row: number;
        /** What is wrong with it. */
        reason: string;
      }>
    | undefined;
  /** Why the file cannot be imported, or why a preview cannot be imported with the last mapping. */
  failure?: string | undefined;
  preview?: ImportPreview;
  /** Time when the file was received, in UTC. */
  createdAt: string;
  /** Time when the import ended, in UTC. */
  finishedAt?: string | undefined;
}

/** What to do with a preview: import it, check it, or read another sheet or header. */
export interface ImportChange {
  /** Maps columns of the file to the fields of an animal, as for `POST /v1/imports`; begin with the one of the preview. Without it, the file has the columns of an export. An id of a category may be a text of digits. */
  mapping?: Record<string, unknown> | undefined;
  /** True to only count the effects. The import is a preview again afterwards. */
  dryRun?: boolean | undefined;
  /** The sheet to read for the preview. */
  sheet?: string | undefined;
  /** The line, or the row of the sheet, with the names of the columns, to read for the preview. 1 to 1000. */
  headerRow?: number | undefined;
}

/** A kind of animal. */
export interface Category {
  /** Identifier of the category. */
  id: bigint;
  /** Its name, if an import or an admin has set one. */
  name?: string | undefined;
  /** Number of its available animals. */
  available: number;
}

/** The name of a category. */
export interface CategoryName {
  /** Its name: 1 to 100 characters, not only white space, without U+0000 and lone surrogates. Stored unchanged. */
  name: string;
}

/** An animal with the current permissions of the account. */
export interface PetPermissions {
  pet: Pet;
  /** The operations on the animal and on its open order that the account can use now. */
  allowedOperations: Array<'changePet' | 'removePet' | 'placeOrder' | 'changeOrder'>;
  /** The statuses that `changePet` can set. Empty while an order holds the animal. */
  allowedPetStatuses: Array<'available' | 'pending' | 'sold'>;
  /** The statuses that `changeOrder` can set on the open order. Empty if no order holds the animal. */
  allowedOrderStatuses: Array<'approved' | 'completed' | 'cancelled'>;
}

/** A user of the service, with API keys. */
export interface Account {
  /** Unique identifier. */
  id: bigint;
  /** Its name: 1 to 100 characters, not used by another account. */
  name: string;
  /** Its plan, which sets the quota. Known values: `free`, `pro`, `business`, `enterprise`. Later versions may add others. */
  plan: 'free' | 'pro' | 'business' | 'enterprise';
  /** `reader` reads; `member` also adds animals and manages its own; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports. Known values: `reader`, `member`, `manager`, `admin`. Later versions may add others. */
  role: 'reader' | 'member' | 'manager' | 'admin';
  /** The requests that it may make. */
  quota: {
    /** Requests a UTC minute. 1 to 1000000000. */
    perMinute: number;
    /** Requests a UTC day. 1 to 1000000000. */
    perDay: number;
  };
  /** The requests that were counted on this UTC day, up to a few seconds ago. */
  requestsToday: number;
  /** True if none of its keys is accepted. */
  disabled: boolean;
  /** When it was created, in UTC. */
  createdAt: string;
}

/** An account to create. */
export interface AccountRequest {
  /** Its name: 1 to 100 characters, not used by another account. */
  name: string;
  /** Its plan, which sets the quota. */
  plan: 'free' | 'pro' | 'business' | 'enterprise';
  /** `reader` reads; `member` also adds animals and manages its own; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports. `member` by default. */
  role?: 'reader' | 'member' | 'manager' | 'admin' | undefined;
  /** The requests that it may make. Only for the plan `enterprise`, which needs it. */
  quota?:
    | {
        /** Requests a UTC minute. 1 to 1000000000. */
        perMinute: number;
        /** Requests a UTC day. 1 to 1000000000. */
        perDay: number;
      }
    | undefined;
}

/** The members to change; at least one. */
export interface AccountChange {
  /** Its name: 1 to 100 characters, not used by another account. */
  name?: string | undefined;
  /** Its plan, which sets the quota. */
  plan?: 'free' | 'pro' | 'business' | 'enterprise' | undefined;
  /** `reader` reads; `member` also adds animals and manages its own; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports. */
  role?: 'reader' | 'member' | 'manager' | 'admin' | undefined;
  /** The requests that it may make. Only for the plan `enterprise`, which needs it. */
  quota?:
    | {
        /** Requests a UTC minute. 1 to 1000000000. */
        perMinute: number;
        /** Requests a UTC day. 1 to 1000000000. */
        perDay: number;
      }
    | undefined;
  /** True to reject all of its keys. */
  disabled?: boolean | undefined;
}

/** An API key without its secret. */
export interface Key {
  /** Unique identifier. */
  id: bigint;
  /** Identifier of its account. */
  accountId: bigint;
  /** The beginning and the end of the key. */
  hint: string;
  /** What the key is for: 1 to 100 characters. */
  label?: string | undefined;
  /** The role of requests with the key, not above that of the account. Absent for the same. Known values: `reader`, `member`, `manager`, `admin`. Later versions may add others. */
  role?: 'reader' | 'member' | 'manager' | 'admin' | undefined;
  /** The origins of the web pages that may use the key, which needs the role `reader` and reads only animals, listings, categories and their events. Absent for any client. Only browsers state the origin truthfully, so this keeps a key off other sites, but is no secret. */
  allowedOrigins?: Array<string> | undefined;
  /** What the key may do, and nothing else; it needs the role `reader`. Absent for all that the role may do. With `allowedOrigins` it is for the web pages of these origins. */
  scopes?: Array<'applications:create'> | undefined;
  /** The key that it replaced. Absent if none. */
  rotatedFrom?: bigint | undefined;
  /** When it was created, in UTC. */
  createdAt: string;
  /** From then on it is not accepted. Absent if it does not expire. */
  expiresAt?: string | undefined;
  /** Since then it is not accepted. Absent if it was not revoked. */
  revokedAt?: string | undefined;
  /** When it was last used, to the minute. Absent if it never was. */
  lastUsedAt?: string | undefined;
  /** The end of its ban. Absent without a ban. */
  bannedUntil?: string | undefined;
  /** True for the key of the request. */
  current: boolean;
}

/** The members to change. */
export interface KeyChange {
  /** What the key is for; null removes it. */
  label: string | null;
}

/** A new API key with its secret. */
export interface IssuedKey {
  /** Unique identifier. */
  id: bigint;
  /** Identifier of its account. */
  accountId: bigint;
  /** The beginning and the end of the key. */
  hint: string;
  /** What the key is for: 1 to 100 characters. */
  label?: string | undefined;
  /** The role of requests with the key, not above that of the account. Absent for the same. Known values: `reader`, `member`, `manager`, `admin`. Later versions may add others. */
  role?: 'reader' | 'member' | 'manager' | 'admin' | undefined;
  /** The origins of the web pages that may use the key, which needs the role `reader` and reads only animals, listings, categories and their events. Absent for any client. Only browsers state the origin truthfully, so this keeps a key off other sites, but is no secret. */
  allowedOrigins?: Array<string> | undefined;
  /** What the key may do, and nothing else; it needs the role `reader`. Absent for all that the role may do. With `allowedOrigins` it is for the web pages of these origins. */
  scopes?: Array<'applications:create'> | undefined;
  /** The key that it replaced. Absent if none. */
  rotatedFrom?: bigint | undefined;
  /** When it was created, in UTC. */
  createdAt: string;
  /** From then on it is not accepted. Absent if it does not expire. */
  expiresAt?: string | undefined;
  /** Since then it is not accepted. Absent if it was not revoked. */
  revokedAt?: string | undefined;
  /** When it was last used, to the minute. Absent if it never was. */
  lastUsedAt?: string | undefined;
  /** The end of its ban. Absent without a ban. */
  bannedUntil?: string | undefined;
  /** True for the key of the request. */
  current: boolean;
  /** The key itself. It is sent only once, and cannot be read again. */
  secret: string;
}

/** A key to create. */
export interface KeyRequest {
  /** What the key is for: 1 to 100 characters. */
  label?: string | undefined;
  /** The role of requests with the key, not above that of the account. Absent for the same. */
  role?: 'reader' | 'member' | 'manager' | 'admin' | undefined;
  /** The origins of the web pages that may use the key, which needs the role `reader` and reads only animals, listings, categories and their events. Absent for any client. Only browsers state the origin truthfully, so this keeps a key off other sites, but is no secret. */
  allowedOrigins?: Array<string> | undefined;
  /** What the key may do, and nothing else; it needs the role `reader`. Absent for all that the role may do. With `allowedOrigins` it is for the web pages of these origins. */
  scopes?: Array<'applications:create'> | undefined;
  /** When it expires, as `2027-01-31T00:00:00Z`. By default it does not. */
  expiresAt?: string | undefined;
}

/** How a key is replaced. */
export interface Rotation {
  /** How long the old key stays valid. 0 to 2592000, `86400` by default. */
  overlapSeconds?: number | undefined;
  /** When the new key expires. By default as the old one would have; a key that rotates itself cannot be extended. */
  expiresAt?: string | undefined;
}

/** Someone who works for an account and signs in. */
export interface Person {
  /** Unique identifier. */
  id: bigint;
  /** The account that the person works for. */
  accountId: bigint;
  /** The name that others at the shelter see: 1 to 100 characters. */
  name: string;
  /** `volunteer` adds animals, and changes profiles and photos; `member` manages all animals of the account; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports. The role of the account is the upper limit. Known values: `volunteer`, `member`, `manager`, `admin`. Later versions may add others. */
  role: 'volunteer' | 'member' | 'manager' | 'admin';
  /** The e-mail address, which no other person of the account has. Codes to sign in are sent to it if e-mail is set up. */
  email?: string | undefined;
  /** In how many browsers the person is signed in. */
  devices: number;
  /** How many passkeys the person has. */
  passkeys: number;
  /** When the person was added, in UTC. */
  createdAt: string;
  /** When one of these browsers was last used, in UTC. */
  lastUsedAt?: string | undefined;
  /** When the last open invitation expires, in UTC. Absent without one. */
  invitedUntil?: string | undefined;
}

/** A person to add. */
export interface PersonRequest {
  /** The name that others at the shelter see: 1 to 100 characters. */
  name: string;
  /** `volunteer` adds animals, and changes profiles and photos; `member` manages all animals of the account; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports. The role of the account is the upper limit. */
  role: 'volunteer' | 'member' | 'manager' | 'admin';
  /** The e-mail address, which no other person of the account has. Codes to sign in are sent to it if e-mail is set up. */
  email?: string | undefined;
  /** The account that the person works for; by default that of the request. */
  accountId?: bigint | undefined;
}

/** The members to change; at least one. */
export interface PersonChange {
  /** The name that others at the shelter see: 1 to 100 characters. */
  name?: string | undefined;
  /** `volunteer` adds animals, and changes profiles and photos; `member` manages all animals of the account; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports. The role of the account is the upper limit. */
  role?: 'volunteer' | 'member' | 'manager' | 'admin' | undefined;
  /** The e-mail address; null removes it. */
  email?: string | null | undefined;
}

/** How an invitation is sent. */
export interface InvitationRequest {
  /** The link is sent to the e-mail address of the person as well. */
  send?: 'email' | undefined;
  /** The language of the e-mail. `en` by default. */
  language?: 'en' | 'es' | 'fr' | 'de' | undefined;
}

/** A link that signs a person in. The first one to open it acts as that person. */
export interface Invitation {
  /** The address that signs the person in on one device, once. */
  url: string;
  /** When it expires, in UTC. */
  expiresAt: string;
  /** With `send`: true if the link is sent to the address of the person. */
  sent?: boolean | undefined;
  /** Which limit of the day is met, so that the link is not sent; for people, in English. Pass the link on yourself. */
  reason?: string | undefined;
}

/** A browser in which a person is signed in. */
export interface Device {
  /** Unique identifier. */
  id: bigint;
  /** The browser and the system, as the browser names them. */
  name: string;
  /** When the person signed in, in UTC. */
  createdAt: string;
  /** When it was last used, in UTC. */
  lastUsedAt: string;
  /** True for the browser that sends the request. */
  current: boolean;
}

/** A key in a device or a password manager, with which a person signs in. */
export interface Passkey {
  /** Identifier of the passkey, in base64url. */
  id: string;
  /** The browser and the system that added it. */
  name: string;
  /** When it was added, in UTC. */
  createdAt: string;
  /** When it last signed in, in UTC. Absent before that. */
  lastUsedAt?: string | undefined;
}

/** One change and its author. */
export interface AuditEntry {
  /** Position in the audit, which shares its numbers with the feed; ids only increase. */
  id: bigint;
  /** When it changed, in UTC. */
  at: string;
  /** What happened. Known values: `pet.restored`, `pet.erased`, `pet.merged`, `microchip.updated`, `account.created`, `account.updated`, `key.created`, `key.updated`, `key.rotated`, `key.revoked`, `person.created`, `person.updated`, `person.removed`, `person.invited`, `person.signed_in`, `person.signed_out`, `person.passkey_added`, `person.passkey_removed`, `person.provider_bound`, `ban.lifted`, `import.created`, `import.cancelled`, `settings.updated`, `form.updated`, `webhook.created`, `webhook.updated`, `webhook.rotated`, `webhook.removed`, `partner.added`, `partner.updated`, `partner.removed`, `publishing.updated`, `publishing.started`, `publishing.asked`, `publishing.sent`, `publishing.failed`, `category.named`, `pet.created`, `pet.updated`, `pet.deleted`, `listing.updated`, `movement.created`, `movement.updated`, `movement.deleted`, `order.placed`, `order.approved`, `order.completed`, `order.cancelled`, `order.expired`, `application.created`, `application.updated`, `application.erased`. Later versions may add others. */
  action:
    | 'pet.restored'
    | 'pet.erased'
    | 'pet.merged'
    | 'microchip.updated'
    | 'account.created'
    | 'account.updated'
    | 'key.created'
    | 'key.updated'
    | 'key.rotated'
    | 'key.revoked'
    | 'person.created'
    | 'person.updated'
    | 'person.removed'
    | 'person.invited'
    | 'person.signed_in'
    | 'person.signed_out'
    | 'person.passkey_added'
    | 'person.passkey_removed'
    | 'person.provider_bound'
    | 'ban.lifted'
    | 'import.created'
    | 'import.cancelled'
    | 'settings.updated'
    | 'form.updated'
    | 'webhook.created'
    | 'webhook.updated'
    | 'webhook.rotated'
    | 'webhook.removed'
    | 'partner.added'
    | 'partner.updated'
    | 'partner.removed'
    | 'publishing.updated'
    | 'publishing.started'
    | 'publishing.asked'
    | 'publishing.sent'
    | 'publishing.failed'
    | 'category.named'
    | 'pet.created'
    | 'pet.updated'
    | 'pet.deleted'
    | 'listing.updated'
    | 'movement.created'
    | 'movement.updated'
    | 'movement.deleted'
    | 'order.placed'
    | 'order.approved'
    | 'order.completed'
    | 'order.cancelled'
    | 'order.expired'
    | 'application.created'
    | 'application.updated'
    | 'application.erased';
  /** The author. Absent for the command line and for holds that expired. */
  account?:
    | {
        /** Identifier of the account. */
        id: bigint;
        /** Its name today. */
        name: string;
      }
    | undefined;
  /** The API key of the author. */
  key?:
    | {
        /** Identifier of the key. */
        id: bigint;
        /** The beginning and the end of the key. */
        hint: string;
        /** The name of the key today, if it has one. */
        label?: string | undefined;
      }
    | undefined;
  /** The person of the author, who signed in without a key. */
  person?:
    | {
        /** Identifier of the person. */
        id: bigint;
        /** The name today, or when the person was removed. */
        name: string;
      }
    | undefined;
  /** What changed. */
  subject: {
    /** What changed. Known values: `pet`, `order`, `movement`, `account`, `key`, `person`, `category`, `import`, `settings`, `application`, `form`, `webhook`, `publishing`, `partner`. Later versions may add others. */
    type:
      | 'pet'
      | 'order'
      | 'movement'
      | 'account'
      | 'key'
      | 'person'
      | 'category'
      | 'import'
      | 'settings'
      | 'application'
      | 'form'
      | 'webhook'
      | 'publishing'
      | 'partner';
    /** Its identifier; absent for settings. */
    id?: bigint | undefined;
    /** Its name after the change, if it has one. */
    name?: string | undefined;
  };
  /** The members that changed. For an animal, its profile, its photos, a movement or an order: all of them after the change, as the feed has them. */
  details?: object | undefined;
  /** The old and the new value of each field, for a change of an animal, its profile, its photos, an account, a key or the settings. Absent if the state before is no longer kept. */
  changes?:
    | Array<{
        /** The name of the field. */
        field: string;
        /** Its value before; absent if it had none. */
        before?: unknown;
        /** Its value now; absent if it was removed. */
        after?: unknown;
      }>
    | undefined;
}

/** A question of the form. */
export interface ApplicationQuestion {
  /** Its own name, which answers refer to: small letters, digits, `_` and `-`. */
  id: string;
  /** What the answer is: `choices` is a list of options, `yes_no` is true or false. Known values: `short_text`, `long_text`, `choice`, `choices`, `yes_no`, `number`, `date`. Later versions may add others. */
  kind: 'short_text' | 'long_text' | 'choice' | 'choices' | 'yes_no' | 'number' | 'date';
  /** Whether an application needs an answer. */
  required: boolean;
  /** Asked only for animals of this category. */
  categoryId?: bigint | undefined;
  /** The question. At least one language; a visitor in another one sees the first of en, es, fr, de that it has. */
  text: {
    en?: string | undefined;
    es?: string | undefined;
    fr?: string | undefined;
    de?: string | undefined;
  };
  /** A sentence below the question. At least one language; a visitor in another one sees the first of en, es, fr, de that it has. */
  help?:
    | {
        en?: string | undefined;
        es?: string | undefined;
        fr?: string | undefined;
        de?: string | undefined;
      }
    | undefined;
  /** What can be chosen: 2 to 20 options. */
  options?:
    | Array<{
        /** Its own name, which answers refer to: small letters, digits, `_` and `-`. */
        id: string;
        /** The option. At least one language; a visitor in another one sees the first of en, es, fr, de that it has. */
        text: {
          en?: string | undefined;
          es?: string | undefined;
          fr?: string | undefined;
          de?: string | undefined;
        };
      }>
    | undefined;
}

/** The questions of a shelter. What was read can be sent to this or another service. */
export interface ApplicationQuestions {
  /** In the order in which they are asked. */
  questions: Array<ApplicationQuestion>;
}

/** A question of the form. */
export interface ApplicationQuestionRequest {
  /** Its own name, which answers refer to: small letters, digits, `_` and `-`. */
  id: string;
  /** What the answer is: `choices` is a list of options, `yes_no` is true or false. */
  kind: 'short_text' | 'long_text' | 'choice' | 'choices' | 'yes_no' | 'number' | 'date';
  /** Whether an application needs an answer. */
  required: boolean;
  /** Asked only for animals of this category. */
  categoryId?: bigint | undefined;
  /** The question. At least one language; a visitor in another one sees the first of en, es, fr, de that it has. */
  text: {
    en?: string | undefined;
    es?: string | undefined;
    fr?: string | undefined;
    de?: string | undefined;
  };
  /** A sentence below the question. At least one language; a visitor in another one sees the first of en, es, fr, de that it has. */
  help?:
    | {
        en?: string | undefined;
        es?: string | undefined;
        fr?: string | undefined;
        de?: string | undefined;
      }
    | undefined;
  /** What can be chosen: 2 to 20 options. */
  options?:
    | Array<{
        /** Its own name, which answers refer to: small letters, digits, `_` and `-`. */
        id: string;
        /** The option. At least one language; a visitor in another one sees the first of en, es, fr, de that it has. */
        text: {
          en?: string | undefined;
          es?: string | undefined;
          fr?: string | undefined;
          de?: string | undefined;
        };
      }>
    | undefined;
}

/** The questions of a shelter. What this or another service has returned can be sent. */
export interface ApplicationQuestionsRequest {
  /** In the order in which they are asked. */
  questions: Array<ApplicationQuestionRequest>;
}

/** How an account takes applications. */
export interface ApplicationSettings {
  /** Whether visitors can apply for the animals of the account. */
  isOpen: boolean;
  /** Whether applications without an animal may go to the account. They go to the first open account that takes them. */
  takesGeneral: boolean;
  /** Within how many days the shelter promises an answer. 1 to 60. */
  promiseDays: number;
  /** Whether visitors see how long an answer usually takes, measured by at least ten answers of the last 90 days. */
  showAnswerTime: boolean;
}

/** How an account takes applications. */
export interface ApplicationSettingsRequest {
  /** Whether visitors can apply for the animals of the account. */
  isOpen: boolean;
  /** Whether applications without an animal may go to the account. They go to the first open account that takes them. */
  takesGeneral: boolean;
  /** Within how many days the shelter promises an answer. 1 to 60. */
  promiseDays: number;
  /** Whether visitors see how long an answer usually takes, measured by at least ten answers of the last 90 days. */
  showAnswerTime: boolean;
}

/** What a visitor sends. */
export interface ApplicationRequest {
  /** The animal. Absent if the applicant looks for any. */
  petId?: bigint | undefined;
  /** The category that an applicant without an animal looks for. */
  categoryId?: bigint | undefined;
  /** The name of the applicant: one line. */
  name: string;
  /** Where the shelter answers. */
  email?: string | undefined;
  /** The telephone number, as people write it. */
  telephone?: string | undefined;
  /** The language of the applicant. `en` by default. */
  language?: 'en' | 'es' | 'fr' | 'de' | undefined;
  /** The answers; questions without an answer are left out. */
  answers: Array<{
    /** The `id` of the question. */
    questionId: string;
    /** A text, a number or a boolean; for a choice the `id` of the option, for `choices` a list of them; a date as `2026-11-30`. */
    value: unknown;
  }>;
  /** What else the applicant writes. */
  message?: string | undefined;
}

/** An application that was sent. */
export interface SentApplication {
  /** Identifier of the application. */
  id: bigint;
  /** `received` and `in_review` wait for the shelter; `accepted` has an approved order; `adopted`, `declined`, `withdrawn` (by the applicant) and `closed` (the animal went to someone else, or was removed) have ended. Known values: `received`, `in_review`, `accepted`, `adopted`, `declined`, `withdrawn`, `closed`. Later versions may add others. */
  state: 'received' | 'in_review' | 'accepted' | 'adopted' | 'declined' | 'withdrawn' | 'closed';
  /** The private page of the applicant: the one who has it reads the answers of the shelter, and may withdraw. Only in the first response, and absent in its repetitions. */
  url?: string | undefined;
}

/** An application without its answers and messages. */
export interface ApplicationSummary {
  /** Identifier of the application. */
  id: bigint;
  /** The animal; absent if the applicant looks for any. */
  petId?: bigint | undefined;
  /** The category that an applicant without an animal looks for. */
  categoryId?: bigint | undefined;
  /** `received` and `in_review` wait for the shelter; `accepted` has an approved order; `adopted`, `declined`, `withdrawn` (by the applicant) and `closed` (the animal went to someone else, or was removed) have ended. Known values: `received`, `in_review`, `accepted`, `adopted`, `declined`, `withdrawn`, `closed`. Later versions may add others. */
  state: 'received' | 'in_review' | 'accepted' | 'adopted' | 'declined' | 'withdrawn' | 'closed';
  /** 2 if 50 other applications for the animal were open when it arrived, else 1. 1 to 2. */
  queue: number;
  /** The language of the applicant. Known values: `en`, `es`, `fr`, `de`. Later versions may add others. */
  language: 'en' | 'es' | 'fr' | 'de';
  /** When it arrived, in UTC. */
  createdAt: string;
  /** When its state, its messages or the applicant last changed, in UTC. */
  updatedAt: string;
  /** Until when the shelter promised an answer, in UTC. */
  dueAt: string;
  /** When the shelter first decided or wrote to the applicant, in UTC. */
  answeredAt?: string | undefined;
  /** When it ended, in UTC. Absent while it is open. */
  endedAt?: string | undefined;
  /** The person of the shelter who looks after it. */
  assignee?:
    | {
        /** Identifier of the person. */
        id: bigint;
        /** The name. */
        name: string;
      }
    | undefined;
  /** The order that its acceptance placed. */
  orderId?: bigint | undefined;
  /** Who applies. */
  applicant: {
    /** The name of the applicant: one line. */
    name: string;
    /** Where the shelter answers. */
    email?: string | undefined;
    /** The telephone number, as people write it. */
    telephone?: string | undefined;
  };
}

/** A message or a note. */
export interface ApplicationEntry {
  /** Identifier. */
  id: bigint;
  /** When it was written, in UTC. */
  at: string;
  /** Who did it; `service` for what follows from another change. Known values: `applicant`, `shelter`, `service`. Later versions may add others. */
  author: 'applicant' | 'shelter' | 'service';
  /** The person of the shelter, who signed in. */
  person?:
    | {
        /** Identifier of the person. */
        id: bigint;
        /** The name. */
        name: string;
      }
    | undefined;
  /** The text. */
  text: string;
}

/** An application. */
export interface Application {
  /** Identifier of the application. */
  id: bigint;
  /** The animal; absent if the applicant looks for any. */
  petId?: bigint | undefined;
  /** The category that an applicant without an animal looks for. */
  categoryId?: bigint | undefined;
  /** `received` and `in_review` wait for the shelter; `accepted` has an approved order; `adopted`, `declined`, `withdrawn` (by the applicant) and `closed` (the animal went to someone else, or was removed) have ended. Known values: `received`, `in_review`, `accepted`, `adopted`, `declined`, `withdrawn`, `closed`. Later versions may add others. */
  state: 'received' | 'in_review' | 'accepted' | 'adopted' | 'declined' | 'withdrawn' | 'closed';
  /** 2 if 50 other applications for the animal were open when it arrived, else 1. 1 to 2. */
  queue: number;
  /** The language of the applicant. Known values: `en`, `es`, `fr`, `de`. Later versions may add others. */
  language: 'en' | 'es' | 'fr' | 'de';
  /** When it arrived, in UTC. */
  createdAt: string;
  /** When its state, its messages or the applicant last changed, in UTC. */
  updatedAt: string;
  /** Until when the shelter promised an answer, in UTC. */
  dueAt: string;
  /** When the shelter first decided or wrote to the applicant, in UTC. */
  answeredAt?: string | undefined;
  /** When it ended, in UTC. Absent while it is open. */
  endedAt?: string | undefined;
  /** The person of the shelter who looks after it. */
  assignee?:
    | {
        /** Identifier of the person. */
        id: bigint;
        /** The name. */
        name: string;
      }
    | undefined;
  /** The order that its acceptance placed. */
  orderId?: bigint | undefined;
  /** Who applies. */
  applicant: {
    /** The name of the applicant: one line. */
    name: string;
    /** Where the shelter answers. */
    email?: string | undefined;
    /** The telephone number, as people write it. */
    telephone?: string | undefined;
  };
  /** True if another application for the animal is accepted. */
  someoneAhead: boolean;
  /** The last e-mail to the applicant that could not be sent, for 7 days. */
  failedEmail?:
    | {
        /** When it was given up, in UTC. */
        at: string;
        /** What the mail server refused, in words. */
        reason: string;
      }
    | undefined;
  /** The questions as they were asked. */
  questions: Array<ApplicationQuestion>;
  /** The answers; questions without an answer are left out. */
  answers: Array<{
    /** The `id` of the question. */
    questionId: string;
    /** A text, a number or a boolean; for a choice the `id` of the option, for `choices` a list of them; a date as `2026-11-30`. */
    value: unknown;
  }>;
  /** The states that it reached, the first one first. */
  states: Array<{
    /** `received` and `in_review` wait for the shelter; `accepted` has an approved order; `adopted`, `declined`, `withdrawn` (by the applicant) and `closed` (the animal went to someone else, or was removed) have ended. Known values: `received`, `in_review`, `accepted`, `adopted`, `declined`, `withdrawn`, `closed`. Later versions may add others. */
    state: 'received' | 'in_review' | 'accepted' | 'adopted' | 'declined' | 'withdrawn' | 'closed';
    /** When it was reached, in UTC. */
    at: string;
    /** Who did it; `service` for what follows from another change. Known values: `applicant`, `shelter`, `service`. Later versions may add others. */
    author: 'applicant' | 'shelter' | 'service';
    /** The person of the shelter, who signed in. */
    person?:
      | {
          /** Identifier of the person. */
          id: bigint;
          /** The name. */
          name: string;
        }
      | undefined;
    /** What the shelter wrote to the applicant. */
    reason?: string | undefined;
  }>;
  /** What applicant and shelter wrote to each other. */
  messages: Array<ApplicationEntry>;
  /** What only the shelter reads. */
  notes: Array<ApplicationEntry>;
}

/** The members to change. */
export interface ApplicationChange {
  /** The new state: `in_review`, `accepted`, `adopted` or `declined`. `accepted` places an approved order that holds the animal, `adopted` completes it; another state after `accepted` cancels it. */
  state?: 'received' | 'in_review' | 'accepted' | 'adopted' | 'declined' | 'withdrawn' | 'closed' | undefined;
  /** What the applicant reads about the new state. Only with `state`. */
  reason?: string | undefined;
  /** The person who looks after it; null for no one. */
  assignedTo?: bigint | null | undefined;
  /** The animal for an applicant who looks for any; it cannot change later. */
  petId?: bigint | undefined;
}

/** A message or a note. */
export interface ApplicationEntryRequest {
  /** The text. */
  text: string;
}

/** What was added. */
export interface AddedApplicationEntry {
  /** Identifier. */
  id: bigint;
  /** When it was written, in UTC. */
  at: string;
}

/** How the account sends its animals to a site where adopters look. */
export interface PublishingSiteSettings {
  /** Identifier of the site. Known values: `petfinder`, `adopt_a_pet`, `rescue_groups`. Later versions may add others. */
  id: 'petfinder' | 'adopt_a_pet' | 'rescue_groups';
  /** Its name. */
  name: string;
  /** Whether the animals are sent by themselves every few hours. */
  isOn: boolean;
  /** The login at the site; null until it is set. */
  username: string | null;
  /** The server that takes the files. */
  host: string;
  /** Its port. 1 to 65535. */
  port: number;
  /** `explicit_tls`: the connection is encrypted. `none`: it is not, and neither is the password. Known values: `none`, `explicit_tls`. Later versions may add others. */
  security: 'none' | 'explicit_tls';
  /** How often the animals are sent, in hours. 1 to 168. */
  everyHours: number;
  /** True if a password is set. It is never returned. */
  hasPassword: boolean;
  /** Which animals are sent. */
  options: {
    /** Whether animals on hold are sent as such. Only Petfinder shows them. */
    includeHeld: boolean;
    /** Whether animals are sent that are not spayed or neutered, or of which that is not known. */
    includeUnaltered: boolean;
  };
}

/** A site where adopters look, how the account sends its animals to it, and how many. */
export interface PublishingSite {
  /** Identifier of the site. Known values: `petfinder`, `adopt_a_pet`, `rescue_groups`. Later versions may add others. */
  id: 'petfinder' | 'adopt_a_pet' | 'rescue_groups';
  /** Its name. */
  name: string;
  /** Whether the animals are sent by themselves every few hours. */
  isOn: boolean;
  /** The login at the site; null until it is set. */
  username: string | null;
  /** The server that takes the files. */
  host: string;
  /** Its port. 1 to 65535. */
  port: number;
  /** `explicit_tls`: the connection is encrypted. `none`: it is not, and neither is the password. Known values: `none`, `explicit_tls`. Later versions may add others. */
  security: 'none' | 'explicit_tls';
  /** How often the animals are sent, in hours. 1 to 168. */
  everyHours: number;
  /** True if a password is set. It is never returned. */
  hasPassword: boolean;
  /** Which animals are sent. */
  options: {
    /** Whether animals on hold are sent as such. Only Petfinder shows them. */
    includeHeld: boolean;
    /** Whether animals are sent that are not spayed or neutered, or of which that is not known. */
    includeUnaltered: boolean;
  };
  /** How many animals are sent. */
  sentCount: number;
  /** How many animals are available or on hold, and are not sent. */
  leftOutCount: number;
  /** How many words of the shelter keep animals from being sent. */
  unmappedWords: number;
  lastRun?: PublishingRun;
  /** When the next run is due, in UTC; null if the site is off, or while a run is open. */
  nextRunAt: string | null;
  /** What a person has to confirm before anything is sent: `first_upload`, because it replaces everything at the site, or `sudden_drop`, because many animals are gone. Absent if there is nothing to confirm. Known values: `first_upload`, `sudden_drop`. Later versions may add others. */
  waitsFor?: 'first_upload' | 'sudden_drop' | undefined;
}

/** The sites where adopters look. */
export interface PublishingSites {
  /** The sites, always in the same order. */
  sites: Array<PublishingSite>;
}

/** The members to change; at least one. */
export interface PublishingSiteChange {
  /** Whether the animals are sent by themselves every few hours. */
  isOn?: boolean | undefined;
  /** The login at the site; null until it is set. */
  username?: string | null | undefined;
  /** The password at the site; null removes it. It is stored encrypted and never returned. Needed with another host, port or username, and with less `security`. */
  password?: string | null | undefined;
  /** The server; null for that of the site. */
  host?: string | null | undefined;
  /** Its port; null for that of the site. 1 to 65535. */
  port?: number | null | undefined;
  /** `explicit_tls`: the connection is encrypted. `none`: it is not, and neither is the password. */
  security?: 'none' | 'explicit_tls' | null | undefined;
  /** How often the animals are sent, in hours. 1 to 168. */
  everyHours?: number | undefined;
  /** Which animals are sent. */
  options?:
    | {
        /** Whether animals on hold are sent as such. Only Petfinder shows them. */
        includeHeld?: boolean | undefined;
        /** Whether animals are sent that are not spayed or neutered, or of which that is not known. */
        includeUnaltered?: boolean | undefined;
      }
    | undefined;
}

/** Whether a site gets an animal, and if not, why. */
export interface PublishedAnimal {
  /** Identifier of the animal. */
  petId: bigint;
  /** Its name. */
  name: string;
  /** Whether it is in the file. */
  isSent: boolean;
  /** Why it is left out; empty if it is sent. */
  reasons: Array<{
    /** `on_hold`: the animal is on hold. `missing`: the field is not set. `unmapped`: its word is none of the site. `unaltered`: the animal is not spayed or neutered, and the settings leave such animals out. Known values: `on_hold`, `missing`, `unmapped`, `unaltered`. Later versions may add others. */
    code: 'on_hold' | 'missing' | 'unmapped' | 'unaltered';
    /** The field of the animal or of its profile that decides it. Known values: `status`, `name`, `categoryId`, `sex`, `breed`, `spayedNeutered`. Later versions may add others. */
    field: 'status' | 'name' | 'categoryId' | 'sex' | 'breed' | 'spayedNeutered';
  }>;
}

/** What the words of the shelter are at a site. */
export interface PublishingWords {
  /** The words, those without a word of the site first; at most 2,000. */
  words: Array<{
    /** What it is. Known values: `species`, `breed`, `color`, `coat`. Later versions may add others. */
    kind: 'species' | 'breed' | 'color' | 'coat';
    /** The category of the animals that have it. */
    categoryId: bigint;
    /** The word of the shelter. Case, accents and punctuation do not matter. For `species` it is the name of the category, which does not matter either. */
    word: string;
    /** How many animals that are available or on hold have it. */
    animals: number;
    /** The word that the site gets; null if there is none. */
    siteWord: string | null;
    /** The most similar word of the site, if `siteWord` is null. It is not sent. */
    guess: string | null;
  }>;
  /** The words of the site that are known here. It may know others. */
  choices: Array<{
    /** The species. */
    species: string;
    /** Its common breeds. */
    breeds: Array<string>;
    /** Its colours; empty if the site takes none. */
    colors: Array<string>;
    /** The lengths of its hair; empty if the site takes none. */
    coats: Array<string>;
  }>;
}

/** What the words of the shelter are at a site. */
export interface PublishingWordsRequest {
  /** All words that the account sets. */
  words: Array<{
    /** What it is. */
    kind: 'species' | 'breed' | 'color' | 'coat';
    /** The category of the animals that have it. */
    categoryId: bigint;
    /** The word of the shelter. Case, accents and punctuation do not matter. For `species` it is the name of the category, which does not matter either. */
    word: string;
    /** The word of the site; null for the same word, if the site has it. */
    siteWord: string | null;
  }>;
}

/** One try to send everything to a listing site. */
export interface PublishingRun {
  /** Its identifier. */
  id: bigint;
  /** `waiting` and `running`: it will end by itself. `asks`: it sends nothing before `POST` with `confirm`. `done`: everything is at the site. `failed`: the site has what it had before; it is tried again. Known values: `waiting`, `running`, `asks`, `done`, `failed`. Later versions may add others. */
  state: 'waiting' | 'running' | 'asks' | 'done' | 'failed';
  /** Why it failed, or what it asks; absent in other states. Known values: `not_set_up`, `password_unreadable`, `host_not_found`, `address_not_allowed`, `not_reached`, `no_tls`, `certificate_not_trusted`, `unavailable`, `wrong_password`, `no_passive_mode`, `refused`, `disk_full`, `cut_off`, `too_slow`, `too_large`, `turned_off`, `interrupted`, `service_fault`, `first_upload`, `sudden_drop`. Later versions may add others. */
  reason?:
    | 'not_set_up'
    | 'password_unreadable'
    | 'host_not_found'
    | 'address_not_allowed'
    | 'not_reached'
    | 'no_tls'
    | 'certificate_not_trusted'
    | 'unavailable'
    | 'wrong_password'
    | 'no_passive_mode'
    | 'refused'
    | 'disk_full'
    | 'cut_off'
    | 'too_slow'
    | 'too_large'
    | 'turned_off'
    | 'interrupted'
    | 'service_fault'
    | 'first_upload'
    | 'sudden_drop'
    | undefined;
  /** What to do about it, for people; in English. */
  message?: string | undefined;
  /** How many animals the site shows afterwards; absent until the files are made. */
  animals?: number | undefined;
  /** How many photos it has sent. Those that the site has are not sent again. */
  photos: number;
  /** How many bytes it has sent. */
  bytes: number;
  /** When it began to wait, in UTC. */
  startedAt: string;
  /** When it ended, in UTC; absent until then. */
  endedAt?: string | undefined;
  /** A request, whose author the audit names, or the schedule of the site. Known values: `request`, `schedule`. Later versions may add others. */
  startedBy: 'request' | 'schedule';
}

/** Starts a run, or lets the one that asks go on. */
export interface PublishingRunRequest {
  /** `true` answers what the open run asks with yes. It has no meaning for a run that asks nothing. `false` by default. */
  confirm?: boolean | undefined;
}

/** Another catalogue whose animals are shown. */
export interface Partner {
  /** Unique identifier. */
  id: bigint;
  /** The address of the catalogue. */
  url: string;
  /** `on`; `off` if someone switched it off; `gone` if its host answered 410. Known values: `on`, `off`, `gone`. Later versions may add others. */
  state: 'on' | 'off' | 'gone';
  /** What it calls itself. Absent until it was read. */
  name?: string | undefined;
  /** Of its texts and photos. Absent if all rights are reserved. */
  license?: string | undefined;
  /** Where it is, rounded to 0.1 degree. */
  coordinates?: string | undefined;
  /** How many of its animals are known: the newest, at most 50. */
  animalCount: number;
  /** When it was added, in UTC. */
  createdAt: string;
  /** When it was read the last time. A day later its animals are gone. */
  readAt?: string | undefined;
  /** Since when it could not be read. Absent if the last read did not fail. */
  failingSince?: string | undefined;
  /** Why the last read failed, for programs. Known values: `host_not_found`, `address_not_allowed`, `not_https`, `not_reached`, `certificate_not_trusted`, `too_slow`, `too_large`, `invalid_answer`, `status`, `not_adoptable`, `other_address`. Later versions may add others. */
  failure?:
    | 'host_not_found'
    | 'address_not_allowed'
    | 'not_https'
    | 'not_reached'
    | 'certificate_not_trusted'
    | 'too_slow'
    | 'too_large'
    | 'invalid_answer'
    | 'status'
    | 'not_adoptable'
    | 'other_address'
    | undefined;
  /** Why the last read failed, for people; in English. */
  reason?: string | undefined;
}

/** A partner to add. */
export interface PartnerRequest {
  /** An `https:` address of the catalogue. Only its host counts: it must have `/.well-known/adoptable.json`. */
  url: string;
}

/** What to change. */
export interface PartnerChange {
  /** False removes its animals and reads it no more; true reads it at once. */
  isOn: boolean;
}

/** The settings of the shelter. Without `shelterName` or `contactUrl` these are not set. Each other one stays as it is if it is absent, and null removes it. */
export interface SettingsRequest {
  /** The name of the shelter on the public pages; `Petstore` if it is not set. One line. */
  shelterName?: string | undefined;
  /** Where visitors ask about an animal without a `contactUrl`: an `https:`, `mailto:` or `tel:` address. */
  contactUrl?: string | undefined;
  /** Whether everyone can see the available animals at `/adopt`, without a key. */
  publicPages: boolean;
  /** The time zone of the shelter, by its name in the IANA database. Its days are those of the console, the public pages and the summary; UTC if it is not set. */
  timeZone?: string | null | undefined;
  /** The currency code of ISO 4217 that the console uses for adoption fees. */
  currency?: string | null | undefined;
  /** The address of the shelter, for visitors: up to six lines. */
  address?: string | null | undefined;
  /** When the shelter is open, for visitors: up to six lines. */
  hours?: string | null | undefined;
  /** The telephone number of the shelter, for visitors, as people write it. */
  telephone?: string | null | undefined;
  /** Where the shelter is, for lists with `near` and for partners: its latitude and longitude in degrees, rounded to 0.1. */
  coordinates?: string | null | undefined;
  /** What others may do with the texts and photos of the animals, as a name in the list of SPDX. If it is not set, all rights are reserved. */
  license?:
    | 'CC0-1.0'
    | 'CC-BY-4.0'
    | 'CC-BY-SA-4.0'
    | 'CC-BY-ND-4.0'
    | 'CC-BY-NC-4.0'
    | 'CC-BY-NC-SA-4.0'
    | 'CC-BY-NC-ND-4.0'
    | null
    | undefined;
  /** Ignored, so that the settings that were read can be sent. */
  fixedBy?: Record<string, unknown> | undefined;
}

/** The settings that apply. */
export interface Settings {
  /** The name of the shelter on the public pages; `Petstore` if it is not set. One line. */
  shelterName?: string | undefined;
  /** Where visitors ask about an animal without a `contactUrl`: an `https:`, `mailto:` or `tel:` address. */
  contactUrl?: string | undefined;
  /** Whether everyone can see the available animals at `/adopt`, without a key. */
  publicPages: boolean;
  /** The time zone of the shelter, by its name in the IANA database. Its days are those of the console, the public pages and the summary; UTC if it is not set. */
  timeZone?: string | undefined;
  /** The currency code of ISO 4217 that the console uses for adoption fees. */
  currency?: string | undefined;
  /** The address of the shelter, for visitors: up to six lines. */
  address?: string | undefined;
  /** When the shelter is open, for visitors: up to six lines. */
  hours?: string | undefined;
  /** The telephone number of the shelter, for visitors, as people write it. */
  telephone?: string | undefined;
  /** Where the shelter is, for lists with `near` and for partners: its latitude and longitude in degrees, rounded to 0.1. */
  coordinates?: string | undefined;
  /** What others may do with the texts and photos of the animals, as a name in the list of SPDX. If it is not set, all rights are reserved. Known values: `CC0-1.0`, `CC-BY-4.0`, `CC-BY-SA-4.0`, `CC-BY-ND-4.0`, `CC-BY-NC-4.0`, `CC-BY-NC-SA-4.0`, `CC-BY-NC-ND-4.0`. Later versions may add others. */
  license?:
    | 'CC0-1.0'
    | 'CC-BY-4.0'
    | 'CC-BY-SA-4.0'
    | 'CC-BY-ND-4.0'
    | 'CC-BY-NC-4.0'
    | 'CC-BY-NC-SA-4.0'
    | 'CC-BY-NC-ND-4.0'
    | undefined;
  /** The settings that the environment of the service fixes, which cannot be changed here. */
  fixedBy: {
    /** The variable that fixes it. */
    shelterName?: string | undefined;
    /** The variable that fixes it. */
    contactUrl?: string | undefined;
    /** The variable that fixes it. */
    timeZone?: string | undefined;
    /** The variable that fixes it. */
    publicPages?: string | undefined;
  };
}

/** The server that sends e-mails, and their sender. */
export interface EmailSettingsRequest {
  /** The name or the IP address of the mail server. */
  host: string;
  /** The user who signs in to the server; absent for a server without login. */
  user?: string | undefined;
  /** The sender of the e-mails: an address, or a name and an address. */
  from: string;
  /** The port; by default 587, with `tls` 465, without TLS 25. 1 to 65535. */
  port?: number | undefined;
  /** `starttls`: the server must offer it. `tls`: from the first byte. `none`: for a server on this machine or in a private network; a password then only for this machine. `starttls` by default. */
  security?: 'starttls' | 'tls' | 'none' | undefined;
  /** The password of the user. It is stored encrypted and never returned. Without it, that of the same server and user stays, unless `security` becomes `none`. */
  password?: string | undefined;
}

/** How e-mails are sent. */
export interface EmailSettings {
  /** True if e-mails are sent. */
  isSetUp: boolean;
  /** The name or the IP address of the mail server. */
  host?: string | undefined;
  /** The port. 1 to 65535. */
  port?: number | undefined;
  /** `starttls`: the server must offer it. `tls`: from the first byte. `none`: for a server on this machine or in a private network; a password then only for this machine. Known values: `starttls`, `tls`, `none`. Later versions may add others. */
  security?: 'starttls' | 'tls' | 'none' | undefined;
  /** The user who signs in to the server; absent for a server without login. */
  user?: string | undefined;
  /** True if a password is set. It is never returned. */
  hasPassword?: boolean | undefined;
  /** The sender of the e-mails: an address, or a name and an address. */
  from?: string | undefined;
  /** Why e-mails are not sent although a server is set. `password_unreadable`: the password was encrypted with another key, as after a restore on another machine; set it again. Known values: `password_unreadable`. Later versions may add others. */
  problem?: 'password_unreadable' | undefined;
  /** The variable in the environment of the service that sets up e-mail: it cannot be changed here. */
  fixedBy?: string | undefined;
}

/** The text of a letter to an applicant. */
export interface EmailText {
  /** `received`: an application has arrived. `asked`: a message of the shelter. `accepted`, `declined`: the decision. `closed`: the animal no longer looks for a home. */
  kind: 'received' | 'asked' | 'accepted' | 'declined' | 'closed';
  /** The language of the letter, which is that of the applicant. */
  language: 'en' | 'es' | 'fr' | 'de';
  /** One line, with placeholders. */
  subject: string;
  /** Plain text with placeholders such as `{animal}`. An empty line begins a paragraph; a paragraph with a placeholder that has no value is left out. */
  body: string;
}

/** All texts that an admin has changed. */
export interface EmailTextsRequest {
  /** The texts that differ from those delivered. The others are as delivered. */
  texts: Array<EmailText>;
}

/** The texts of the letters to applicants. */
export interface EmailTexts {
  /** One for each kind and language. */
  texts: Array<{
    /** `received`: an application has arrived. `asked`: a message of the shelter. `accepted`, `declined`: the decision. `closed`: the animal no longer looks for a home. Known values: `received`, `asked`, `accepted`, `declined`, `closed`. Later versions may add others. */
    kind: 'received' | 'asked' | 'accepted' | 'declined' | 'closed';
    /** The language of the letter, which is that of the applicant. Known values: `en`, `es`, `fr`, `de`. Later versions may add others. */
    language: 'en' | 'es' | 'fr' | 'de';
    /** One line, with placeholders. */
    subject: string;
    /** Plain text with placeholders such as `{animal}`. An empty line begins a paragraph; a paragraph with a placeholder that has no value is left out. */
    body: string;
    /** True if an admin has changed it. */
    isChanged: boolean;
    /** The text as delivered. */
    delivered: {
      /** One line, with placeholders. */
      subject: string;
      /** Plain text with placeholders such as `{animal}`. An empty line begins a paragraph; a paragraph with a placeholder that has no value is left out. */
      body: string;
    };
    /** What the text may have in braces. */
    placeholders: Array<'animal' | 'shelter' | 'date' | 'message' | 'animals' | 'link'>;
    /** What the text must have in braces. */
    required: Array<'animal' | 'shelter' | 'date' | 'message' | 'animals' | 'link'>;
  }>;
}

/** A letter with sample values. */
export interface EmailPreview {
  /** The subject. */
  subject: string;
  /** The letter as plain text. */
  text: string;
  /** The letter as HTML. */
  html: string;
}

/** Where a test is sent. */
export interface TestEmailRequest {
  /** Where it is sent; by default to the person who sends the request. */
  to?: string | undefined;
  /** The language of the e-mail. `en` by default. */
  language?: 'en' | 'es' | 'fr' | 'de' | undefined;
}

/** What the mail server answered to a test. */
export interface TestEmail {
  /** True if the mail server has accepted it. */
  sent: boolean;
  /** Where it was sent. */
  to: string;
  /** What the mail server refused, or which limit of the day is met, for people; in English. Absent if it was sent. */
  reason?: string | undefined;
}

/** Where the feed is sent to, without its secret. */
export interface Webhook {
  /** Unique identifier. */
  id: bigint;
  /** Where messages are sent to: an `https:` address on the public internet, without a user and a password. The operator of the service can allow others. */
  url: string;
  /** What it is for. */
  description?: string | undefined;
  /** The types of the events that are sent; absent for all. */
  eventTypes?:
    | Array<
        | 'pet.created'
        | 'pet.updated'
        | 'pet.deleted'
        | 'order.placed'
        | 'order.approved'
        | 'order.completed'
        | 'order.cancelled'
        | 'order.expired'
        | 'listing.updated'
        | 'movement.created'
        | 'movement.updated'
        | 'movement.deleted'
        | 'application.created'
        | 'application.updated'
        | 'application.erased'
        | 'category.named'
      >
    | undefined;
  /** True if one request has up to 100 events, in the order of the feed; false for one event a request. */
  batches: boolean;
  /** `on`; `off` if someone switched it off; `failed` if nothing could be delivered for three days; `gone` if the host answered 410; `orphaned` if it belongs to no one any more, because the person was removed, or the key and those that replaced it are not valid. Nothing is sent unless it is `on`; its position stays. Known values: `on`, `off`, `failed`, `gone`, `orphaned`. Later versions may add others. */
  state: 'on' | 'off' | 'failed' | 'gone' | 'orphaned';
  /** It is sent at most what this role of the account may read in the feed: that of the key or person who made it. Less while the key or person that it belongs to may read less. Known values: `reader`, `volunteer`, `member`, `manager`, `admin`. Later versions may add others. */
  role: 'reader' | 'volunteer' | 'member' | 'manager' | 'admin';
  /** The last event that was delivered, or is not for this webhook. To set it repeats the events after it; 0 stands for the beginning of the feed. */
  afterEventId: bigint;
  /** When it was made, in UTC. */
  createdAt: string;
  /** Since when every attempt has failed. Absent if the last one did not. */
  failingSince?: string | undefined;
  /** When the next attempt is made after one that failed. */
  nextAttemptAt?: string | undefined;
}

/** A webhook with a new secret. */
export interface IssuedWebhook {
  /** Unique identifier. */
  id: bigint;
  /** Where messages are sent to: an `https:` address on the public internet, without a user and a password. The operator of the service can allow others. */
  url: string;
  /** What it is for. */
  description?: string | undefined;
  /** The types of the events that are sent; absent for all. */
  eventTypes?:
    | Array<
        | 'pet.created'
        | 'pet.updated'
        | 'pet.deleted'
        | 'order.placed'
        | 'order.approved'
        | 'order.completed'
        | 'order.cancelled'
        | 'order.expired'
        | 'listing.updated'
        | 'movement.created'
        | 'movement.updated'
        | 'movement.deleted'
        | 'application.created'
        | 'application.updated'
        | 'application.erased'
        | 'category.named'
      >
    | undefined;
  /** True if one request has up to 100 events, in the order of the feed; false for one event a request. */
  batches: boolean;
  /** `on`; `off` if someone switched it off; `failed` if nothing could be delivered for three days; `gone` if the host answered 410; `orphaned` if it belongs to no one any more, because the person was removed, or the key and those that replaced it are not valid. Nothing is sent unless it is `on`; its position stays. Known values: `on`, `off`, `failed`, `gone`, `orphaned`. Later versions may add others. */
  state: 'on' | 'off' | 'failed' | 'gone' | 'orphaned';
  /** It is sent at most what this role of the account may read in the feed: that of the key or person who made it. Less while the key or person that it belongs to may read less. Known values: `reader`, `volunteer`, `member`, `manager`, `admin`. Later versions may add others. */
  role: 'reader' | 'volunteer' | 'member' | 'manager' | 'admin';
  /** The last event that was delivered, or is not for this webhook. To set it repeats the events after it; 0 stands for the beginning of the feed. */
  afterEventId: bigint;
  /** When it was made, in UTC. */
  createdAt: string;
  /** Since when every attempt has failed. Absent if the last one did not. */
  failingSince?: string | undefined;
  /** When the next attempt is made after one that failed. */
  nextAttemptAt?: string | undefined;
  /** With which messages are signed, as Standard Webhooks has it. It is sent only once, and cannot be read again. */
  secret: string;
}

/** A webhook to add. Without `afterEventId` it begins with the next event, and without `batches` it has them. */
export interface WebhookRequest {
  /** Where messages are sent to: an `https:` address on the public internet, without a user and a password. The operator of the service can allow others. */
  url: string;
  /** What it is for. */
  description?: string | undefined;
  /** The types of the events that are sent; absent for all. */
  eventTypes?:
    | Array<
        | 'pet.created'
        | 'pet.updated'
        | 'pet.deleted'
        | 'order.placed'
        | 'order.approved'
        | 'order.completed'
        | 'order.cancelled'
        | 'order.expired'
        | 'listing.updated'
        | 'movement.created'
        | 'movement.updated'
        | 'movement.deleted'
        | 'application.created'
        | 'application.updated'
        | 'application.erased'
        | 'category.named'
      >
    | undefined;
  /** True if one request has up to 100 events, in the order of the feed; false for one event a request. */
  batches?: boolean | undefined;
  /** The last event that was delivered, or is not for this webhook. To set it repeats the events after it; 0 stands for the beginning of the feed. */
  afterEventId?: bigint | undefined;
}

/** What to change. `null` removes a description or the choice of types. */
export interface WebhookChange {
  /** Where messages are sent to: an `https:` address on the public internet, without a user and a password. The operator of the service can allow others. */
  url?: string | undefined;
  /** What it is for. */
  description?: string | null | undefined;
  /** The types of the events that are sent; absent for all. */
  eventTypes?:
    | Array<
        | 'pet.created'
        | 'pet.updated'
        | 'pet.deleted'
        | 'order.placed'
        | 'order.approved'
        | 'order.completed'
        | 'order.cancelled'
        | 'order.expired'
        | 'listing.updated'
        | 'movement.created'
        | 'movement.updated'
        | 'movement.deleted'
        | 'application.created'
        | 'application.updated'
        | 'application.erased'
        | 'category.named'
      >
    | null
    | undefined;
  /** True if one request has up to 100 events, in the order of the feed; false for one event a request. */
  batches?: boolean | undefined;
  /** False sends nothing more; true sends again, from where it stopped, what the sender of this request may read. */
  isOn?: boolean | undefined;
  /** The last event that was delivered, or is not for this webhook. To set it repeats the events after it; 0 stands for the beginning of the feed. */
  afterEventId?: bigint | undefined;
}

/** How to replace a secret. */
export interface WebhookRotation {
  /** How long messages are signed with the old secret as well. 0 to 2592000, `86400` by default. */
  overlapSeconds?: number | undefined;
}

/** One message, and how it was sent. */
export interface WebhookDelivery {
  /** Unique identifier. */
  id: bigint;
  /** `events`; `resync`: the feed has a gap, so the receiver must read the catalogue again; `test`. Known values: `events`, `resync`, `test`. Later versions may add others. */
  kind: 'events' | 'resync' | 'test';
  /** `waiting` for its first or next attempt; `delivered`; `failed` for good; `replaced` because the webhook went on from another position. Known values: `waiting`, `delivered`, `failed`, `replaced`. Later versions may add others. */
  state: 'waiting' | 'delivered' | 'failed' | 'replaced';
  /** It has the events after this one. */
  afterEventId: bigint;
  /** The last event that it has, or that lies in its range. */
  lastEventId: bigint;
  /** How many events it has. */
  events: number;
  /** When it was made, in UTC. */
  createdAt: string;
  /** How often it was sent. */
  attempts: number;
  /** When it was sent the last time. */
  attemptedAt?: string | undefined;
  /** How long the last attempt took, in milliseconds. */
  durationMs?: number | undefined;
  /** The status of the answer; absent without one. 0 to 999. */
  status?: number | undefined;
  /** Why the last attempt failed, for programs. Absent if it did not. Known values: `host_not_found`, `address_not_allowed`, `not_https`, `not_reached`, `certificate_not_trusted`, `too_slow`, `too_large`, `invalid_answer`, `status`, `secret_unreadable`. Later versions may add others. */
  failure?:
    | 'host_not_found'
    | 'address_not_allowed'
    | 'not_https'
    | 'not_reached'
    | 'certificate_not_trusted'
    | 'too_slow'
    | 'too_large'
    | 'invalid_answer'
    | 'status'
    | 'secret_unreadable'
    | undefined;
  /** Why the last attempt failed, for people; in English. */
  reason?: string | undefined;
  /** The beginning of what the host answered, up to 500 characters. */
  answer?: string | undefined;
}

/** What needs attention today, and the last two weeks. */
export interface Summary {
  /** The 5 placed orders that the account may see whose holds end first, with their animals. */
  holdsEndingSoon: Array<{
    order: Order;
    listing: Listing;
  }>;
  /** The placed orders that the sender may approve. */
  ordersToDecide: {
    /** How many, up to 100. 0 to 100. */
    count: number;
    /** True if there are more. */
    more: boolean;
  };
  /** The 5 available animals that have been in care for the longest time: since their `intakeDate`, or since they were added. */
  longestInCare: Array<Listing>;
  /** The 5 animals that have been on hold for the longest time: first those of an older store, whose time is not known. */
  longestOnHold: Array<Listing>;
  /** The zone of the days: that of the shelter, or UTC. */
  timeZone: string;
  /** The sum of the last seven days. */
  addedThisWeek: number;
  /** The sum of the last seven days. */
  adoptedThisWeek: number;
  /** The last 14 days, today last. The counts of a day stop at 10,000 and 500. */
  days: Array<{
    /** A day of the shelter. */
    date: string;
    /** Animals that were added in this time and were not removed since. 0 to 10000. */
    added: number;
    /** Animals whose order was completed, for managers, or whose status was set to `sold`. 0 to 500. */
    adopted: number;
    /** True if more animals may have been added. */
    moreAdded: boolean;
    /** True if more animals may have been adopted. */
    moreAdopted: boolean;
  }>;
  /** The last month, and the current one so far. The counts stop where those of a day do. */
  months: Array<{
    /** A month of the shelter. */
    month: string;
    /** Animals that were added in this time and were not removed since. 0 to 10000. */
    added: number;
    /** Animals whose order was completed, for managers, or whose status was set to `sold`. 0 to 500. */
    adopted: number;
    /** True if more animals may have been added. */
    moreAdded: boolean;
    /** True if more animals may have been adopted. */
    moreAdopted: boolean;
  }>;
  /** The e-mails that could not be sent in the last 7 days; for admins. */
  failedEmails: {
    /** How many, up to 100. 0 to 100. */
    count: number;
    /** True if there are more. */
    more: boolean;
  };
  /** The e-mails of the account that were not sent in the last 7 days, because a limit of the day was met. */
  unsentEmails: number;
  /** The webhooks of the account that were switched off because nothing could be delivered, or because they belong to no one any more (`orphaned`). */
  webhooksSwitchedOff: number;
  /** The applications of visitors, for members of the account. */
  applications: {
    /** The applications to the account that wait: `received` and `in_review`. */
    waiting: {
      /** How many, up to 100. 0 to 100. */
      count: number;
      /** True if there are more. */
      more: boolean;
    };
    /** Those of them that got no answer within the promise. */
    pastPromise: {
      /** How many, up to 100. 0 to 100. */
      count: number;
      /** True if there are more. */
      more: boolean;
    };
    /** Who is next for an animal that is available again because the order of an accepted application ended without an adoption. */
    next: Array<{
      /** The application that waits first. */
      applicationId: bigint;
      /** The animal. */
      petId: bigint;
    }>;
    /** The applications of which an e-mail to the applicant could not be sent in 7 days. */
    failedEmails: Array<{
      /** The application. */
      applicationId: bigint;
    }>;
  };
  /** The listing sites that are on, with their last runs, for managers of the account. One that `asks` or has `failed` needs attention. */
  publishing: Array<{
    /** The listing site. */
    siteId: string;
    /** Its name. */
    name: string;
    /** `waiting` and `running`: it will end by itself. `asks`: it sends nothing before `POST` with `confirm`. `done`: everything is at the site. `failed`: the site has what it had before; it is tried again. Known values: `waiting`, `running`, `asks`, `done`, `failed`. Later versions may add others. */
    state?: 'waiting' | 'running' | 'asks' | 'done' | 'failed' | undefined;
    /** Why it failed, or what it asks; absent in other states. Known values: `not_set_up`, `password_unreadable`, `host_not_found`, `address_not_allowed`, `not_reached`, `no_tls`, `certificate_not_trusted`, `unavailable`, `wrong_password`, `no_passive_mode`, `refused`, `disk_full`, `cut_off`, `too_slow`, `too_large`, `turned_off`, `interrupted`, `service_fault`, `first_upload`, `sudden_drop`. Later versions may add others. */
    reason?:
      | 'not_set_up'
      | 'password_unreadable'
      | 'host_not_found'
      | 'address_not_allowed'
      | 'not_reached'
      | 'no_tls'
      | 'certificate_not_trusted'
      | 'unavailable'
      | 'wrong_password'
      | 'no_passive_mode'
      | 'refused'
      | 'disk_full'
      | 'cut_off'
      | 'too_slow'
      | 'too_large'
      | 'turned_off'
      | 'interrupted'
      | 'service_fault'
      | 'first_upload'
      | 'sudden_drop'
      | undefined;
    /** What to do about it, for people; in English. */
    message?: string | undefined;
    /** How many animals the site shows afterwards; absent until the files are made. */
    animals?: number | undefined;
    /** When that run ended, or began if it has not ended, in UTC. */
    at?: string | undefined;
  }>;
  /** The number of animals of each status. */
  counts: Array<{
    status: PetStatus;
    /** How many, up to 10,000. 0 to 10000. */
    count: number;
    /** True if there are more. */
    more: boolean;
  }>;
}

/** What came in, what left, and how long it stayed, by months. */
export interface StaysReport {
  /** The first month. */
  from: string;
  /** The last month. */
  to: string;
  /** The zone whose days count. */
  timeZone: string;
  /** How `liveReleaseRate` is calculated. */
  liveReleaseFormula: string;
  /** True if begin + intakes - outcomes is the end of the whole period; otherwise see `gaps`. */
  isBalanced: boolean;
  /** The whole period. */
  total: {
    /** Animals in care when the period begins, with those in foster care. */
    begin: number;
    /** Intakes in the period. */
    intakes: number;
    /** Outcomes in the period. */
    outcomes: number;
    /** Animals in care when the period ends. */
    end: number;
    /** Of these, the animals in foster care. */
    inFoster: number;
    /** Intakes by their reasons; without those that did not happen. */
    intakesByReason: {
      /** Reason stray. */
      stray?: number | undefined;
      /** Reason surrender. */
      surrender?: number | undefined;
      /** Reason transfer_in. */
      transfer_in?: number | undefined;
      /** Reason seized. */
      seized?: number | undefined;
      /** Reason born_in_care. */
      born_in_care?: number | undefined;
      /** Reason return. */
      return?: number | undefined;
      /** Reason owner_intended_euthanasia. */
      owner_intended_euthanasia?: number | undefined;
      /** Reason other. */
      other?: number | undefined;
    };
    /** Outcomes by their reasons; without those that did not happen. */
    outcomesByReason: {
      /** Reason adoption. */
      adoption?: number | undefined;
      /** Reason return_to_owner. */
      return_to_owner?: number | undefined;
      /** Reason transfer_out. */
      transfer_out?: number | undefined;
      /** Reason returned_to_field. */
      returned_to_field?: number | undefined;
      /** Reason died. */
      died?: number | undefined;
      /** Reason euthanasia. */
      euthanasia?: number | undefined;
      /** Reason owner_intended_euthanasia. */
      owner_intended_euthanasia?: number | undefined;
      /** Reason lost. */
      lost?: number | undefined;
      /** Reason other_live. */
      other_live?: number | undefined;
      /** Reason other. */
      other?: number | undefined;
    };
    /** Stays that ended in the period and whose intake is known. */
    stays: number;
    /** Half of these stays lasted up to so many days; `null` without one. */
    medianDays: number | null;
    /** Nine of ten of these stays lasted up to so many days; `null` without one. */
    p90Days: number | null;
    /** (adoption + return_to_owner + transfer_out + returned_to_field + other_live) / (all outcomes - owner_intended_euthanasia), to four decimals; `null` without an outcome. */
    liveReleaseRate: number | null;
    /** Outcomes of which no intake is known. Animals at the beginning do not include them. */
    withoutIntake: number;
    /** Intakes of animals that were in care already: their outcome before is not known. */
    withoutOutcome: number;
    /** The same for each category. */
    byCategory: Array<{
      /** The category. */
      categoryId: bigint;
      /** The name of the category. */
      name: string | null;
      /** Animals in care when the period begins, with those in foster care. */
      begin: number;
      /** Intakes in the period. */
      intakes: number;
      /** Outcomes in the period. */
      outcomes: number;
      /** Animals in care when the period ends. */
      end: number;
      /** Of these, the animals in foster care. */
      inFoster: number;
      /** Intakes by their reasons; without those that did not happen. */
      intakesByReason: {
        /** Reason stray. */
        stray?: number | undefined;
        /** Reason surrender. */
        surrender?: number | undefined;
        /** Reason transfer_in. */
        transfer_in?: number | undefined;
        /** Reason seized. */
        seized?: number | undefined;
        /** Reason born_in_care. */
        born_in_care?: number | undefined;
        /** Reason return. */
        return?: number | undefined;
        /** Reason owner_intended_euthanasia. */
        owner_intended_euthanasia?: number | undefined;
        /** Reason other. */
        other?: number | undefined;
      };
      /** Outcomes by their reasons; without those that did not happen. */
      outcomesByReason: {
        /** Reason adoption. */
        adoption?: number | undefined;
        /** Reason return_to_owner. */
        return_to_owner?: number | undefined;
        /** Reason transfer_out. */
        transfer_out?: number | undefined;
        /** Reason returned_to_field. */
        returned_to_field?: number | undefined;
        /** Reason died. */
        died?: number | undefined;
        /** Reason euthanasia. */
        euthanasia?: number | undefined;
        /** Reason owner_intended_euthanasia. */
        owner_intended_euthanasia?: number | undefined;
        /** Reason lost. */
        lost?: number | undefined;
        /** Reason other_live. */
        other_live?: number | undefined;
        /** Reason other. */
        other?: number | undefined;
      };
      /** Stays that ended in the period and whose intake is known. */
      stays: number;
      /** Half of these stays lasted up to so many days; `null` without one. */
      medianDays: number | null;
      /** Nine of ten of these stays lasted up to so many days; `null` without one. */
      p90Days: number | null;
      /** (adoption + return_to_owner + transfer_out + returned_to_field + other_live) / (all outcomes - owner_intended_euthanasia), to four decimals; `null` without an outcome. */
      liveReleaseRate: number | null;
      /** Outcomes of which no intake is known. Animals at the beginning do not include them. */
      withoutIntake: number;
      /** Intakes of animals that were in care already: their outcome before is not known. */
      withoutOutcome: number;
    }>;
    /** The same for each age. */
    byAge: Array<{
      /** The age on the day of the intake or outcome: young, adult, unknown. `young` is below five months. At the beginning and the end it is that on this day, so an animal that grew up in care changes its row. */
      age: string;
      /** Animals in care when the period begins, with those in foster care. */
      begin: number;
      /** Intakes in the period. */
      intakes: number;
      /** Outcomes in the period. */
      outcomes: number;
      /** Animals in care when the period ends. */
      end: number;
      /** Of these, the animals in foster care. */
      inFoster: number;
      /** Intakes by their reasons; without those that did not happen. */
      intakesByReason: {
        /** Reason stray. */
        stray?: number | undefined;
        /** Reason surrender. */
        surrender?: number | undefined;
        /** Reason transfer_in. */
        transfer_in?: number | undefined;
        /** Reason seized. */
        seized?: number | undefined;
        /** Reason born_in_care. */
        born_in_care?: number | undefined;
        /** Reason return. */
        return?: number | undefined;
        /** Reason owner_intended_euthanasia. */
        owner_intended_euthanasia?: number | undefined;
        /** Reason other. */
        other?: number | undefined;
      };
      /** Outcomes by their reasons; without those that did not happen. */
      outcomesByReason: {
        /** Reason adoption. */
        adoption?: number | undefined;
        /** Reason return_to_owner. */
        return_to_owner?: number | undefined;
        /** Reason transfer_out. */
        transfer_out?: number | undefined;
        /** Reason returned_to_field. */
        returned_to_field?: number | undefined;
        /** Reason died. */
        died?: number | undefined;
        /** Reason euthanasia. */
        euthanasia?: number | undefined;
        /** Reason owner_intended_euthanasia. */
        owner_intended_euthanasia?: number | undefined;
        /** Reason lost. */
        lost?: number | undefined;
        /** Reason other_live. */
        other_live?: number | undefined;
        /** Reason other. */
        other?: number | undefined;
      };
      /** Stays that ended in the period and whose intake is known. */
      stays: number;
      /** Half of these stays lasted up to so many days; `null` without one. */
      medianDays: number | null;
      /** Nine of ten of these stays lasted up to so many days; `null` without one. */
      p90Days: number | null;
      /** (adoption + return_to_owner + transfer_out + returned_to_field + other_live) / (all outcomes - owner_intended_euthanasia), to four decimals; `null` without an outcome. */
      liveReleaseRate: number | null;
      /** Outcomes of which no intake is known. Animals at the beginning do not include them. */
      withoutIntake: number;
      /** Intakes of animals that were in care already: their outcome before is not known. */
      withoutOutcome: number;
    }>;
  };
  /** Each month, oldest first. */
  months: Array<{
    /** The month. */
    month: string;
    /** Animals in care when the period begins, with those in foster care. */
    begin: number;
    /** Intakes in the period. */
    intakes: number;
    /** Outcomes in the period. */
    outcomes: number;
    /** Animals in care when the period ends. */
    end: number;
    /** Of these, the animals in foster care. */
    inFoster: number;
    /** Intakes by their reasons; without those that did not happen. */
    intakesByReason: {
      /** Reason stray. */
      stray?: number | undefined;
      /** Reason surrender. */
      surrender?: number | undefined;
      /** Reason transfer_in. */
      transfer_in?: number | undefined;
      /** Reason seized. */
      seized?: number | undefined;
      /** Reason born_in_care. */
      born_in_care?: number | undefined;
      /** Reason return. */
      return?: number | undefined;
      /** Reason owner_intended_euthanasia. */
      owner_intended_euthanasia?: number | undefined;
      /** Reason other. */
      other?: number | undefined;
    };
    /** Outcomes by their reasons; without those that did not happen. */
    outcomesByReason: {
      /** Reason adoption. */
      adoption?: number | undefined;
      /** Reason return_to_owner. */
      return_to_owner?: number | undefined;
      /** Reason transfer_out. */
      transfer_out?: number | undefined;
      /** Reason returned_to_field. */
      returned_to_field?: number | undefined;
      /** Reason died. */
      died?: number | undefined;
      /** Reason euthanasia. */
      euthanasia?: number | undefined;
      /** Reason owner_intended_euthanasia. */
      owner_intended_euthanasia?: number | undefined;
      /** Reason lost. */
      lost?: number | undefined;
      /** Reason other_live. */
      other_live?: number | undefined;
      /** Reason other. */
      other?: number | undefined;
    };
    /** Stays that ended in the period and whose intake is known. */
    stays: number;
    /** Half of these stays lasted up to so many days; `null` without one. */
    medianDays: number | null;
    /** Nine of ten of these stays lasted up to so many days; `null` without one. */
    p90Days: number | null;
    /** (adoption + return_to_owner + transfer_out + returned_to_field + other_live) / (all outcomes - owner_intended_euthanasia), to four decimals; `null` without an outcome. */
    liveReleaseRate: number | null;
    /** Outcomes of which no intake is known. Animals at the beginning do not include them. */
    withoutIntake: number;
    /** Intakes of animals that were in care already: their outcome before is not known. */
    withoutOutcome: number;
    /** The same for each category. */
    byCategory: Array<{
      /** The category. */
      categoryId: bigint;
      /** The name of the category. */
      name: string | null;
      /** Animals in care when the period begins, with those in foster care. */
      begin: number;
      /** Intakes in the period. */
      intakes: number;
      /** Outcomes in the period. */
      outcomes: number;
      /** Animals in care when the period ends. */
      end: number;
      /** Of these, the animals in foster care. */
      inFoster: number;
      /** Intakes by their reasons; without those that did not happen. */
      intakesByReason: {
        /** Reason stray. */
        stray?: number | undefined;
        /** Reason surrender. */
        surrender?: number | undefined;
        /** Reason transfer_in. */
        transfer_in?: number | undefined;
        /** Reason seized. */
        seized?: number | undefined;
        /** Reason born_in_care. */
        born_in_care?: number | undefined;
        /** Reason return. */
        return?: number | undefined;
        /** Reason owner_intended_euthanasia. */
        owner_intended_euthanasia?: number | undefined;
        /** Reason other. */
        other?: number | undefined;
      };
      /** Outcomes by their reasons; without those that did not happen. */
      outcomesByReason: {
        /** Reason adoption. */
        adoption?: number | undefined;
        /** Reason return_to_owner. */
        return_to_owner?: number | undefined;
        /** Reason transfer_out. */
        transfer_out?: number | undefined;
        /** Reason returned_to_field. */
        returned_to_field?: number | undefined;
        /** Reason died. */
        died?: number | undefined;
        /** Reason euthanasia. */
        euthanasia?: number | undefined;
        /** Reason owner_intended_euthanasia. */
        owner_intended_euthanasia?: number | undefined;
        /** Reason lost. */
        lost?: number | undefined;
        /** Reason other_live. */
        other_live?: number | undefined;
        /** Reason other. */
        other?: number | undefined;
      };
      /** Stays that ended in the period and whose intake is known. */
      stays: number;
      /** Half of these stays lasted up to so many days; `null` without one. */
      medianDays: number | null;
      /** Nine of ten of these stays lasted up to so many days; `null` without one. */
      p90Days: number | null;
      /** (adoption + return_to_owner + transfer_out + returned_to_field + other_live) / (all outcomes - owner_intended_euthanasia), to four decimals; `null` without an outcome. */
      liveReleaseRate: number | null;
      /** Outcomes of which no intake is known. Animals at the beginning do not include them. */
      withoutIntake: number;
      /** Intakes of animals that were in care already: their outcome before is not known. */
      withoutOutcome: number;
    }>;
    /** The same for each age. */
    byAge: Array<{
      /** The age on the day of the intake or outcome: young, adult, unknown. `young` is below five months. At the beginning and the end it is that on this day, so an animal that grew up in care changes its row. */
      age: string;
      /** Animals in care when the period begins, with those in foster care. */
      begin: number;
      /** Intakes in the period. */
      intakes: number;
      /** Outcomes in the period. */
      outcomes: number;
      /** Animals in care when the period ends. */
      end: number;
      /** Of these, the animals in foster care. */
      inFoster: number;
      /** Intakes by their reasons; without those that did not happen. */
      intakesByReason: {
        /** Reason stray. */
        stray?: number | undefined;
        /** Reason surrender. */
        surrender?: number | undefined;
        /** Reason transfer_in. */
        transfer_in?: number | undefined;
        /** Reason seized. */
        seized?: number | undefined;
        /** Reason born_in_care. */
        born_in_care?: number | undefined;
        /** Reason return. */
        return?: number | undefined;
        /** Reason owner_intended_euthanasia. */
        owner_intended_euthanasia?: number | undefined;
        /** Reason other. */
        other?: number | undefined;
      };
      /** Outcomes by their reasons; without those that did not happen. */
      outcomesByReason: {
        /** Reason adoption. */
        adoption?: number | undefined;
        /** Reason return_to_owner. */
        return_to_owner?: number | undefined;
        /** Reason transfer_out. */
        transfer_out?: number | undefined;
        /** Reason returned_to_field. */
        returned_to_field?: number | undefined;
        /** Reason died. */
        died?: number | undefined;
        /** Reason euthanasia. */
        euthanasia?: number | undefined;
        /** Reason owner_intended_euthanasia. */
        owner_intended_euthanasia?: number | undefined;
        /** Reason lost. */
        lost?: number | undefined;
        /** Reason other_live. */
        other_live?: number | undefined;
        /** Reason other. */
        other?: number | undefined;
      };
      /** Stays that ended in the period and whose intake is known. */
      stays: number;
      /** Half of these stays lasted up to so many days; `null` without one. */
      medianDays: number | null;
      /** Nine of ten of these stays lasted up to so many days; `null` without one. */
      p90Days: number | null;
      /** (adoption + return_to_owner + transfer_out + returned_to_field + other_live) / (all outcomes - owner_intended_euthanasia), to four decimals; `null` without an outcome. */
      liveReleaseRate: number | null;
      /** Outcomes of which no intake is known. Animals at the beginning do not include them. */
      withoutIntake: number;
      /** Intakes of animals that were in care already: their outcome before is not known. */
      withoutOutcome: number;
    }>;
  }>;
  /** The animals for which begin + in - out is not the end. */
  gaps: {
    /** The number of unknown intakes and outcomes. */
    count: number;
    /** The first 200 of them. */
    animals: Array<{
      /** The animal. */
      petId: bigint;
      /** Its name. */
      name: string;
      /** The day of the outcome, or of the second intake. */
      date: string;
      /** `no_intake`: how it came in is not known; `no_outcome`: how it left before is not known. */
      problem: string;
    }>;
  };
}

/** The Basic Data Matrix of Shelter Animals Count for one month. */
export interface AnimalsCount {
  /** The month. */
  month: string;
  /** A row for each species group and age. */
  rows: Array<{
    /** The species group: canine, feline, rabbit, equine, small_mammal, farm_animal, bird, reptile_or_amphibian. */
    species: string;
    /** The age on that day: up_to_5_months, adult, unknown. */
    age: string;
    /** The column beginningInShelter of the matrix. */
    beginningInShelter: number;
    /** The column beginningInFoster of the matrix. */
    beginningInFoster: number;
    /** The column strayAtLarge of the matrix. */
    strayAtLarge: number;
    /** The column relinquishedByOwner of the matrix. */
    relinquishedByOwner: number;
    /** The column ownerIntendedEuthanasiaIntake of the matrix. */
    ownerIntendedEuthanasiaIntake: number;
    /** The column transferredInInState of the matrix. */
    transferredInInState: number;
    /** The column transferredInOutOfState of the matrix. */
    transferredInOutOfState: number;
    /** The column transferredInInternational of the matrix. */
    transferredInInternational: number;
    /** The column seizedOrImpounded of the matrix. */
    seizedOrImpounded: number;
    /** The column otherIntakes of the matrix. */
    otherIntakes: number;
    /** The column adoption of the matrix. */
    adoption: number;
    /** The column returnedToOwner of the matrix. */
    returnedToOwner: number;
    /** The column transferredOutInState of the matrix. */
    transferredOutInState: number;
    /** The column transferredOutOutOfState of the matrix. */
    transferredOutOutOfState: number;
    /** The column transferredOutInternational of the matrix. */
    transferredOutInternational: number;
    /** The column returnedToField of the matrix. */
    returnedToField: number;
    /** The column otherLiveOutcomes of the matrix. */
    otherLiveOutcomes: number;
    /** The column diedInCare of the matrix. */
    diedInCare: number;
    /** The column lostInCare of the matrix. */
    lostInCare: number;
    /** The column shelterEuthanasia of the matrix. */
    shelterEuthanasia: number;
    /** The column ownerIntendedEuthanasiaOutcome of the matrix. */
    ownerIntendedEuthanasiaOutcome: number;
    /** The column endingInShelter of the matrix. */
    endingInShelter: number;
    /** The column endingInFoster of the matrix. */
    endingInFoster: number;
  }>;
  /** The categories whose name belongs to no species group. The matrix is without them. */
  otherCategories: Array<{
    /** The category. */
    categoryId: bigint;
    /** The name of the category. */
    name: string | null;
    /** Its intakes. */
    intakes: number;
    /** Its outcomes. */
    outcomes: number;
  }>;
  /** Outcomes with the reason `other`, for which the matrix has no column. */
  outcomesWithoutColumn: number;
  /** The animals for which begin + in - out is not the end. */
  gaps: {
    /** The number of unknown intakes and outcomes. */
    count: number;
    /** The first 200 of them. */
    animals: Array<{
      /** The animal. */
      petId: bigint;
      /** Its name. */
      name: string;
      /** The day of the outcome, or of the second intake. */
      date: string;
      /** `no_intake`: how it came in is not known; `no_outcome`: how it left before is not known. */
      problem: string;
    }>;
  };
}

/** How many applications arrived and were answered, by months. */
export interface ApplicationsReport {
  /** The first month. */
  from: string;
  /** The last month. */
  to: string;
  /** The zone whose days count. */
  timeZone: string;
  /** The whole period. */
  total: {
    /** Applications that arrived in the period, also those that were erased since. */
    received: number;
    /** Of these, those with an answer of the shelter, whenever it was: its first message or its decision. */
    answered: number;
    /** Of these, those that were answered by the day that was promised. */
    answeredInTime: number;
    /** Those that still wait for an answer. The others without one have ended. */
    waiting: number;
    /** Half of the answers took up to so many days, to one decimal; `null` without one. */
    medianDays: number | null;
  };
  /** Each month, oldest first. */
  months: Array<{
    /** The month. */
    month: string;
    /** Applications that arrived in the period, also those that were erased since. */
    received: number;
    /** Of these, those with an answer of the shelter, whenever it was: its first message or its decision. */
    answered: number;
    /** Of these, those that were answered by the day that was promised. */
    answeredInTime: number;
    /** Those that still wait for an answer. The others without one have ended. */
    waiting: number;
    /** Half of the answers took up to so many days, to one decimal; `null` without one. */
    medianDays: number | null;
  }>;
}

/** One window of the quota. */
export interface Window {
  /** Requests allowed in the window. 0 to 1000000000. */
  limit: number;
  /** Requests counted in the window, this one included unless the quota is used up. */
  used: number;
  /** Requests left; never below 0. 0 to 1000000000. */
  remaining: number;
  /** Unix timestamp, in seconds, at which the window resets. */
  reset: number;
}

/** The usage of an account: its quotas, bans and requests. */
export interface Usage {
  /** The plan of the account. Known values: `free`, `pro`, `business`, `enterprise`. Later versions may add others. */
  plan: 'free' | 'pro' | 'business' | 'enterprise';
  /** The role of the account. Known values: `reader`, `volunteer`, `member`, `manager`, `admin`. Later versions may add others. */
  role: 'reader' | 'volunteer' | 'member' | 'manager' | 'admin';
  minute: Window;
  day: Window;
  /** The account's keys that are banned now. */
  bans: Array<{
    /** The first and the last characters of the banned key. */
    key: string;
    /** When the ban ends, in UTC. */
    until: string;
  }>;
  /** The last 30 days, today last. Days without requests are included. */
  days: Array<{
    /** A UTC day. */
    day: string;
    /** Requests counted on that day. */
    requests: number;
  }>;
}

/** The query, body and result of each operation. */
export interface Operations {
  listPets: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
      /** Filter by availability status. */
      status?: 'available' | 'pending' | 'sold' | undefined;
      /** Filter by category. */
      categoryId?: bigint | undefined;
      /** Only animals whose name has all of these words. A page may then have fewer animals than `limit`, or none, although there are more. Each word may be the beginning of a word; case, accents and apostrophes do not matter. In Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese, it may be any part of a word. 1 to 100 characters, with a word of at least 2 letters or digits, or one letter of these scripts; with `approximate`, any letter or digit. Of a long text the first words are found: about 350 different ones in English. 503 with `Retry-After` while the animals of an older version are being indexed. */
      name?: string | undefined;
      /** `true` for a search that a person types. A number, such as `3562` or `#3562`, finds the animal with this id. If no animal has the words, the search finds those that were imported with this reference, or else one page of those with the most similar names, the most similar first. `Search-Match` states how the animals were found. */
      approximate?: 'true' | 'false' | undefined;
    };
    body: undefined;
    result: Array<Pet>;
  };
  createPet: { query: undefined; body: NewPet; result: Pet };
  getPet: { query: undefined; body: undefined; result: Pet };
  changePet: { query: undefined; body: PetChange; result: Pet };
  removePet: { query: undefined; body: undefined; result: undefined };
  listMovements: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
    };
    body: undefined;
    result: Array<Movement>;
  };
  addMovement: { query: undefined; body: MovementRequest; result: Movement };
  changeMovement: { query: undefined; body: MovementChange; result: Movement };
  removeMovement: { query: undefined; body: undefined; result: undefined };
  listCategories: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `id` for the lowest identifier first, `-id` for the highest first. `id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
      /** Only these categories, separated by commas. Those that do not exist are left out. */
      ids?: Array<bigint> | undefined;
    };
    body: undefined;
    result: Array<Category>;
  };
  nameCategory: { query: undefined; body: CategoryName; result: Category };
  listListings: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `name` from A to Z, in which case and the accents of European alphabets do not matter. `birthDate` for the oldest animals first; those without a date of birth are last in both directions. `intakeDate` for those that have waited longest: since their intake date, else since they were added. `-updatedAt` for the latest changes first. The reverse with `-`. Only `-id` and `id` can be used with `q` and `ids`. `-id` by default. */
      sort?:
        | '-id'
        | 'id'
        | 'name'
        | '-name'
        | 'birthDate'
        | '-birthDate'
        | 'intakeDate'
        | '-intakeDate'
        | 'updatedAt'
        | '-updatedAt'
        | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
      /** Filter by availability status. */
      status?: 'available' | 'pending' | 'sold' | undefined;
      /** Filter by category. */
      categoryId?: bigint | undefined;
      /** Only these animals, separated by commas. Those that do not exist are left out. */
      ids?: Array<bigint> | undefined;
      /** The older name of `ids`, which stays accepted. Send one of them. */
      petId?: Array<bigint> | undefined;
      /** Only animals whose name, breeds, color, tags or description together have all of these words. Each word may be the beginning of a word; case, accents and apostrophes do not matter. In Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese, it may be any part of a word. 1 to 100 characters, with a word of at least 2 letters or digits, or one letter of these scripts; with `approximate`, any letter or digit. Of a long text the first words are found: about 350 different ones in English. 503 with `Retry-After` while the animals of an older version are being indexed. */
      q?: string | undefined;
      /** `true` for a search that a person types. A number, such as `3562` or `#3562`, finds the animal with this id. If no animal has the words, the search finds those that were imported with this reference, or else one page of those with the most similar names, the most similar first. `Search-Match` states how the animals were found. */
      approximate?: 'true' | 'false' | undefined;
      /** Filter by sex. */
      sex?: 'female' | 'male' | undefined;
      /** Filter by size. */
      size?: 'small' | 'medium' | 'large' | 'extra_large' | undefined;
      /** Only animals that get on with all of these, separated by commas. */
      goodWith?: Array<'children' | 'dogs' | 'cats'> | undefined;
      /** Only animals that have exactly this tag. */
      tag?: string | undefined;
      /** Only animals that were born on this day or later. A full-date of RFC 3339. */
      bornAfter?: string | undefined;
      /** Only animals that were born on this day or earlier. A full-date of RFC 3339. */
      bornBefore?: string | undefined;
      /** Only if the shelter is near this latitude and longitude, which are rounded to 0.1 degree: the list is empty if the shelter is farther away, or if its coordinates are not set. */
      near?: string | undefined;
      /** How far from `near` it may be, in kilometres; 50 if it is not given. 1 to 20000. */
      within?: number | undefined;
      /** Only animals with at least one photo, or only those without. */
      photos?: 'with' | 'without' | undefined;
    };
    body: undefined;
    result: Array<Listing>;
  };
  getListing: { query: undefined; body: undefined; result: Listing };
  changeProfile: { query: undefined; body: ProfileChange; result: WholeProfile };
  listMicrochips: {
    query: {
      /** Only these animals, separated by commas. Those without a microchip, and those of others, are left out. */
      ids?: Array<bigint> | undefined;
      /** Only animals with this microchip. Spaces, hyphens and case do not matter. */
      microchip?: string | undefined;
    };
    body: undefined;
    result: Array<Microchip>;
  };
  applyBatch: { query: undefined; body: Batch; result: BatchResults };
  listBin: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
    };
    body: undefined;
    result: Array<RemovedPet>;
  };
  restorePet: { query: undefined; body: undefined; result: Pet };
  erasePet: { query: undefined; body: undefined; result: undefined };
  mergePet: { query: undefined; body: PetMerge; result: Pet };
  addPhoto: { query: undefined; body: undefined; result: Photo };
  changePhoto: { query: undefined; body: PhotoChange; result: Photo };
  removePhoto: { query: undefined; body: undefined; result: undefined };
  editPhoto: { query: undefined; body: PhotoEdit; result: Photo };
  listOrders: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
      /** Filter by status. */
      status?: 'placed' | 'approved' | 'completed' | 'cancelled' | 'expired' | undefined;
      /** Filter by pet. */
      petId?: bigint | undefined;
    };
    body: undefined;
    result: Array<Order>;
  };
  placeOrder: { query: undefined; body: OrderRequest; result: Order };
  getOrder: { query: undefined; body: undefined; result: Order };
  changeOrder: { query: undefined; body: OrderChange; result: Order };
  listPermissions: {
    query: {
      /** The animals, separated by commas. Without them, the list is empty. */
      ids?: Array<bigint> | undefined;
      /** The older name of `ids`, which stays accepted. Send one of them. */
      petIds?: Array<bigint> | undefined;
    };
    body: undefined;
    result: Array<PetPermissions>;
  };
  listApplications: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
      /** Filter by state. */
      state?:
        | 'received'
        | 'in_review'
        | 'accepted'
        | 'adopted'
        | 'declined'
        | 'withdrawn'
        | 'closed'
        | undefined;
      /** Filter by animal, with those that it goes together with: an application for one is for all. */
      petId?: bigint | undefined;
      /** Filter by the person who looks after it. */
      assignedTo?: bigint | undefined;
      /** `true` for those that wait for the shelter: `received` and `in_review`; `false` for the others. */
      waiting?: 'true' | 'false' | undefined;
      /** `true` for those that wait without an answer past the promise. */
      late?: 'true' | undefined;
      /** `true` for `adopted`, `declined`, `withdrawn` and `closed`; `false` for the others. */
      ended?: 'true' | 'false' | undefined;
      /** Filter by queue: `2` for those beyond the first 50 for an animal. */
      queue?: '1' | '2' | undefined;
    };
    body: undefined;
    result: Array<ApplicationSummary>;
  };
  sendApplication: { query: undefined; body: ApplicationRequest; result: SentApplication };
  getApplication: { query: undefined; body: undefined; result: Application };
  changeApplication: { query: undefined; body: ApplicationChange; result: Application };
  eraseApplication: { query: undefined; body: undefined; result: undefined };
  sendApplicationMessage: { query: undefined; body: ApplicationEntryRequest; result: AddedApplicationEntry };
  addApplicationNote: { query: undefined; body: ApplicationEntryRequest; result: AddedApplicationEntry };
  getApplicationQuestions: {
    query: {
      /** The animal. */
      petId?: bigint | undefined;
    };
    body: undefined;
    result: ApplicationQuestions;
  };
  changeApplicationQuestions: {
    query: undefined;
    body: ApplicationQuestionsRequest;
    result: ApplicationQuestions;
  };
  getApplicationSettings: { query: undefined; body: undefined; result: ApplicationSettings };
  changeApplicationSettings: {
    query: undefined;
    body: ApplicationSettingsRequest;
    result: ApplicationSettings;
  };
  getPublishing: { query: undefined; body: undefined; result: PublishingSites };
  getPublishingSite: { query: undefined; body: undefined; result: PublishingSiteSettings };
  changePublishingSite: { query: undefined; body: PublishingSiteChange; result: PublishingSiteSettings };
  listPublishedAnimals: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
      /** `true` for those that are left out, `false` for those that are sent. */
      leftOut?: 'true' | 'false' | undefined;
    };
    body: undefined;
    result: Array<PublishedAnimal>;
  };
  getPublishingFile: { query: undefined; body: undefined; result: Blob };
  getPublishingWords: { query: undefined; body: undefined; result: PublishingWords };
  changePublishingWords: { query: undefined; body: PublishingWordsRequest; result: PublishingWords };
  listPublishingRuns: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
    };
    body: undefined;
    result: Array<PublishingRun>;
  };
  startPublishingRun: { query: undefined; body: PublishingRunRequest; result: PublishingRun };
  exportPets: { query: undefined; body: undefined; result: Blob };
  createImport: {
    query: {
      /** `true` only counts the effects, and changes nothing. `false` by default. */
      dryRun?: 'true' | 'false' | undefined;
      /** `true` only reads the file, and returns what it contains and a guessed mapping in `preview`. `PATCH` with the mapping imports it. `false` by default. */
      preview?: 'true' | 'false' | undefined;
      /** The language of the reasons and problems that the import states. `en` by default. */
      language?: 'en' | 'es' | 'fr' | 'de' | undefined;
      /** The account that owns new animals; by default the one that sends the file. */
      owner?: bigint | undefined;
    };
    body: undefined;
    result: Import;
  };
  listImports: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
    };
    body: undefined;
    result: Array<Import>;
  };
  getImport: { query: undefined; body: undefined; result: Import };
  changeImport: { query: undefined; body: ImportChange; result: Import };
  cancelImport: { query: undefined; body: undefined; result: Import };
  getBadRows: { query: undefined; body: undefined; result: Blob };
  listEvents: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** The id of the last event that the client has, or `latest` for the end of the feed. The default is the beginning: the oldest event that is stored. */
      after?: string | undefined;
      /** Only the events of this animal and of its orders. */
      petId?: bigint | undefined;
    };
    body: undefined;
    result: Array<Event>;
  };
  listAccounts: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
    };
    body: undefined;
    result: Array<Account>;
  };
  createAccount: { query: undefined; body: AccountRequest; result: Account };
  getAccount: { query: undefined; body: undefined; result: Account };
  updateAccount: { query: undefined; body: AccountChange; result: Account };
  listKeys: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
    };
    body: undefined;
    result: Array<Key>;
  };
  listAccountKeys: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
    };
    body: undefined;
    result: Array<Key>;
  };
  createKey: { query: undefined; body: KeyRequest; result: IssuedKey };
  updateKey: { query: undefined; body: KeyChange; result: Key };
  revokeKey: {
    query: {
      /** `true` if the key was stolen: it also revokes the keys that replaced it, which the thief may have made. `false` by default. */
      withSuccessors?: 'true' | 'false' | undefined;
    };
    body: undefined;
    result: undefined;
  };
  liftBan: { query: undefined; body: undefined; result: undefined };
  rotateKey: { query: undefined; body: Rotation; result: IssuedKey };
  listAudit: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
      /** Only entries after the one with this id. */
      after?: string | undefined;
      /** Only changes of this animal, its profile, its photos and its orders, and merges of others into it. */
      petId?: bigint | undefined;
      /** Only changes by this account. */
      accountId?: bigint | undefined;
      /** Only changes with this API key. */
      keyId?: bigint | undefined;
      /** Only changes on this day in the time zone of the shelter. A full-date of RFC 3339. */
      day?: string | undefined;
    };
    body: undefined;
    result: Array<AuditEntry>;
  };
  listPeople: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
      /** The account; by default that of the request. */
      accountId?: bigint | undefined;
    };
    body: undefined;
    result: Array<Person>;
  };
  addPerson: { query: undefined; body: PersonRequest; result: Person };
  getPerson: { query: undefined; body: undefined; result: Person };
  updatePerson: { query: undefined; body: PersonChange; result: Person };
  removePerson: { query: undefined; body: undefined; result: undefined };
  invitePerson: { query: undefined; body: InvitationRequest; result: Invitation };
  listDevices: { query: undefined; body: undefined; result: Array<Device> };
  signOutEverywhere: { query: undefined; body: undefined; result: undefined };
  signOutDevice: { query: undefined; body: undefined; result: undefined };
  listPasskeys: { query: undefined; body: undefined; result: Array<Passkey> };
  removePasskey: { query: undefined; body: undefined; result: undefined };
  getSettings: { query: undefined; body: undefined; result: Settings };
  changeSettings: { query: undefined; body: SettingsRequest; result: Settings };
  getEmailSettings: { query: undefined; body: undefined; result: EmailSettings };
  changeEmailSettings: { query: undefined; body: EmailSettingsRequest; result: EmailSettings };
  removeEmailSettings: { query: undefined; body: undefined; result: undefined };
  getEmailTexts: { query: undefined; body: undefined; result: EmailTexts };
  changeEmailTexts: { query: undefined; body: EmailTextsRequest; result: EmailTexts };
  previewEmailText: { query: undefined; body: EmailText; result: EmailPreview };
  sendTestEmail: { query: undefined; body: TestEmailRequest; result: TestEmail };
  listWebhooks: { query: undefined; body: undefined; result: Array<Webhook> };
  createWebhook: { query: undefined; body: WebhookRequest; result: IssuedWebhook };
  getWebhook: { query: undefined; body: undefined; result: Webhook };
  changeWebhook: { query: undefined; body: WebhookChange; result: Webhook };
  removeWebhook: { query: undefined; body: undefined; result: undefined };
  rotateWebhookSecret: { query: undefined; body: WebhookRotation; result: IssuedWebhook };
  listWebhookDeliveries: {
    query: {
      /** Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on. 1 to 100, `20` by default. */
      limit?: number | undefined;
      /** `-id` for newest first, `id` for oldest first. `-id` by default. */
      sort?: '-id' | 'id' | undefined;
      /** A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order. */
      cursor?: string | undefined;
    };
    body: undefined;
    result: Array<WebhookDelivery>;
  };
  testWebhook: { query: undefined; body: undefined; result: WebhookDelivery };
  retryWebhookDelivery: { query: undefined; body: undefined; result: WebhookDelivery };
  listPartners: { query: undefined; body: undefined; result: Array<Partner> };
  addPartner: { query: undefined; body: PartnerRequest; result: Partner };
  getPartner: { query: undefined; body: undefined; result: Partner };
  changePartner: { query: undefined; body: PartnerChange; result: Partner };
  removePartner: { query: undefined; body: undefined; result: undefined };
  getStaysReport: {
    query: {
      /** The first month; by default the one a year before the last. */
      from?: string | undefined;
      /** The last month, at most the current one of the shelter, which is the default. */
      to?: string | undefined;
    };
    body: undefined;
    result: StaysReport;
  };
  exportStaysReport: {
    query: {
      /** The first month; by default the one a year before the last. */
      from?: string | undefined;
      /** The last month, at most the current one of the shelter, which is the default. */
      to?: string | undefined;
    };
    body: undefined;
    result: Blob;
  };
  getAnimalsCount: {
    query: {
      /** The month, at most the current one of the shelter; by default the one before it. */
      month?: string | undefined;
    };
    body: undefined;
    result: AnimalsCount;
  };
  exportAnimalsCount: {
    query: {
      /** The month, at most the current one of the shelter; by default the one before it. */
      month?: string | undefined;
    };
    body: undefined;
    result: Blob;
  };
  getApplicationsReport: {
    query: {
      /** The first month; by default the one a year before the last. */
      from?: string | undefined;
      /** The last month, at most the current one of the shelter, which is the default. */
      to?: string | undefined;
    };
    body: undefined;
    result: ApplicationsReport;
  };
  exportApplicationsReport: {
    query: {
      /** The first month; by default the one a year before the last. */
      from?: string | undefined;
      /** The last month, at most the current one of the shelter, which is the default. */
      to?: string | undefined;
    };
    body: undefined;
    result: Blob;
  };
  getSummary: { query: undefined; body: undefined; result: Summary };
  getUsage: { query: undefined; body: undefined; result: Usage };
}

/** The request of each operation, with each id as `*`. */
export const OPERATIONS = {
  listPets: 'GET /pets',
  createPet: 'POST /pets',
  getPet: 'GET /pets/*',
  changePet: 'PATCH /pets/*',
  removePet: 'DELETE /pets/*',
  listMovements: 'GET /pets/*/movements',
  addMovement: 'POST /pets/*/movements',
  changeMovement: 'PATCH /pets/*/movements/*',
  removeMovement: 'DELETE /pets/*/movements/*',
  listCategories: 'GET /categories',
  nameCategory: 'PUT /categories/*',
  listListings: 'GET /listings',
  getListing: 'GET /listings/*',
  changeProfile: 'PATCH /pets/*/profile',
  listMicrochips: 'GET /microchips',
  applyBatch: 'POST /batches',
  listBin: 'GET /bin',
  restorePet: 'POST /pets/*/restore',
  erasePet: 'DELETE /bin/*',
  mergePet: 'POST /pets/*/merge',
  addPhoto: 'POST /pets/*/photos',
  changePhoto: 'PATCH /pets/*/photos/*',
  removePhoto: 'DELETE /pets/*/photos/*',
  editPhoto: 'POST /pets/*/photos/*/edits',
  listOrders: 'GET /store/orders',
  placeOrder: 'POST /store/orders',
  getOrder: 'GET /store/orders/*',
  changeOrder: 'PATCH /store/orders/*',
  listPermissions: 'GET /permissions',
  listApplications: 'GET /applications',
  sendApplication: 'POST /applications',
  getApplication: 'GET /applications/*',
  changeApplication: 'PATCH /applications/*',
  eraseApplication: 'DELETE /applications/*',
  sendApplicationMessage: 'POST /applications/*/messages',
  addApplicationNote: 'POST /applications/*/notes',
  getApplicationQuestions: 'GET /application-questions',
  changeApplicationQuestions: 'PUT /application-questions',
  getApplicationSettings: 'GET /application-settings',
  changeApplicationSettings: 'PUT /application-settings',
  getPublishing: 'GET /publishing',
  getPublishingSite: 'GET /publishing/*',
  changePublishingSite: 'PATCH /publishing/*',
  listPublishedAnimals: 'GET /publishing/*/animals',
  getPublishingFile: 'GET /publishing/*/files/*',
  getPublishingWords: 'GET /publishing/*/words',
  changePublishingWords: 'PUT /publishing/*/words',
  listPublishingRuns: 'GET /publishing/*/runs',
  startPublishingRun: 'POST /publishing/*/runs',
  exportPets: 'GET /exports/pets.csv',
  createImport: 'POST /imports',
  listImports: 'GET /imports',
  getImport: 'GET /imports/*',
  changeImport: 'PATCH /imports/*',
  cancelImport: 'DELETE /imports/*',
  getBadRows: 'GET /imports/*/bad-rows.csv',
  listEvents: 'GET /events',
  listAccounts: 'GET /accounts',
  createAccount: 'POST /accounts',
  getAccount: 'GET /accounts/*',
  updateAccount: 'PATCH /accounts/*',
  listKeys: 'GET /keys',
  listAccountKeys: 'GET /accounts/*/keys',
  createKey: 'POST /accounts/*/keys',
  updateKey: 'PATCH /keys/*',
  revokeKey: 'DELETE /keys/*',
  liftBan: 'DELETE /keys/*/ban',
  rotateKey: 'POST /keys/*/rotation',
  listAudit: 'GET /audit',
  listPeople: 'GET /people',
  addPerson: 'POST /people',
  getPerson: 'GET /people/*',
  updatePerson: 'PATCH /people/*',
  removePerson: 'DELETE /people/*',
  invitePerson: 'POST /people/*/invitations',
  listDevices: 'GET /people/*/devices',
  signOutEverywhere: 'DELETE /people/*/devices',
  signOutDevice: 'DELETE /people/*/devices/*',
  listPasskeys: 'GET /people/*/passkeys',
  removePasskey: 'DELETE /people/*/passkeys/*',
  getSettings: 'GET /settings',
  changeSettings: 'PUT /settings',
  getEmailSettings: 'GET /settings/email',
  changeEmailSettings: 'PUT /settings/email',
  removeEmailSettings: 'DELETE /settings/email',
  getEmailTexts: 'GET /settings/email-texts',
  changeEmailTexts: 'PUT /settings/email-texts',
  previewEmailText: 'POST /settings/email-texts/preview',
  sendTestEmail: 'POST /settings/test-email',
  listWebhooks: 'GET /webhooks',
  createWebhook: 'POST /webhooks',
  getWebhook: 'GET /webhooks/*',
  changeWebhook: 'PATCH /webhooks/*',
  removeWebhook: 'DELETE /webhooks/*',
  rotateWebhookSecret: 'POST /webhooks/*/rotation',
  listWebhookDeliveries: 'GET /webhooks/*/deliveries',
  testWebhook: 'POST /webhooks/*/test',
  retryWebhookDelivery: 'POST /webhooks/*/deliveries/*/retry',
  listPartners: 'GET /partners',
  addPartner: 'POST /partners',
  getPartner: 'GET /partners/*',
  changePartner: 'PATCH /partners/*',
  removePartner: 'DELETE /partners/*',
  getStaysReport: 'GET /reports/stays',
  exportStaysReport: 'GET /reports/stays.csv',
  getAnimalsCount: 'GET /reports/animals-count',
  exportAnimalsCount: 'GET /reports/animals-count.csv',
  getApplicationsReport: 'GET /reports/applications',
  exportApplicationsReport: 'GET /reports/applications.csv',
  getSummary: 'GET /summary',
  getUsage: 'GET /usage',
} as const satisfies Record<keyof Operations, string>;

/** The names of all int64 members. */
export const INT64_MEMBERS: ReadonlySet<string> = new Set([
  'categoryId',
  'id',
  'petId',
  'orderId',
  'bondedWith',
  'into',
  'bondedOrderIds',
  'mergedInto',
  'owner',
  'accountId',
  'rotatedFrom',
  'assignedTo',
  'afterEventId',
  'lastEventId',
  'applicationId',
  'ids',
  'petIds',
  'keyId',
]);
