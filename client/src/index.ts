export type { Categories } from './categories.ts';
export type { Clock } from './clock.ts';
export type {
  Category,
  CategoryName,
  ErrorCode,
  Event,
  Listing,
  ListingEvent,
  NewOrder,
  NewPet,
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
export type { EventPage, EventQuery, Events, FollowOptions } from './events.ts';
export type { List, Page, PageOptions } from './list.ts';
export type { Listings } from './listings.ts';
export type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  Deprecation,
  PetstoreOptions,
  RetryOptions,
  Wait,
} from './options.ts';
export type { Orders } from './orders.ts';
export type { Pets } from './pets.ts';
export { Petstore } from './petstore.ts';
export type { PhotoOptions, Photos, PictureType } from './photos.ts';
export type { Quota, QuotaWindow } from './quota-headers.ts';
export { etagOf } from './transport/response.ts';
