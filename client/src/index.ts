export type { Clock } from './clock.ts';
export type {
  Account,
  AccountChange,
  AuditEntry,
  Category,
  CategoryName,
  ErrorCode,
  Event,
  Import,
  ImportChange,
  ImportPreview,
  ImportSummary,
  IssuedKey,
  Key,
  Listing,
  ListingEvent,
  NewAccount,
  NewKey,
  NewOrder,
  NewPet,
  NewSettings,
  Operations,
  Order,
  OrderChange,
  OrderEvent,
  OrderStatus,
  Pet,
  PetChange,
  PetEvent,
  PetPermissions,
  PetStatus,
  Photo,
  PhotoChange,
  Profile,
  ProfileChange,
  Rotation,
  Summary,
  Usage,
  Window,
} from './contract.ts';
export {
  PetstoreAbortError,
  PetstoreAnswerError,
  PetstoreConnectionError,
  PetstoreError,
  PetstoreTimeoutError,
} from './errors.ts';
export type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  Deprecation,
  PetstoreOptions,
  RetryOptions,
  Wait,
} from './options.ts';
export { Petstore } from './petstore.ts';
export type { Quota, QuotaWindow } from './quota-headers.ts';
export type { Accounts } from './resources/accounts.ts';
export type { Categories } from './resources/categories.ts';
export type { EventPage, EventQuery, Events, FollowOptions } from './resources/events.ts';
export type { Exports } from './resources/exports.ts';
export type { ImportOptions, Imports } from './resources/imports.ts';
export type { Keys } from './resources/keys.ts';
export type { List, Page, PageOptions } from './resources/list.ts';
export type { Listings } from './resources/listings.ts';
export type { Orders } from './resources/orders.ts';
export type { Pets } from './resources/pets.ts';
export type { PhotoOptions, Photos, PictureType } from './resources/photos.ts';
export type { Settings } from './resources/settings.ts';
export { etagOf } from './transport/response.ts';
