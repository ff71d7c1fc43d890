export type { Clock } from './clock.ts';
// The names of releases until 1.1.0.
export type {
  Account,
  AccountChange,
  AccountRequest,
  AccountRequest as NewAccount,
  AddedApplicationEntry,
  AnimalsCount,
  Application,
  ApplicationChange,
  ApplicationEntry,
  ApplicationEntryRequest,
  ApplicationEvent,
  ApplicationQuestion,
  ApplicationQuestionRequest,
  ApplicationQuestions,
  ApplicationQuestionsRequest,
  ApplicationRequest,
  ApplicationSettings,
  ApplicationSettingsRequest,
  ApplicationSummary,
  ApplicationsReport,
  AuditEntry,
  BatchItem,
  BatchResult,
  BatchResults,
  Category,
  CategoryEvent,
  CategoryName,
  Device,
  EmailPreview,
  EmailSettings,
  EmailSettingsRequest,
  EmailText,
  EmailTexts,
  EmailTextsRequest,
  ErrorBody,
  ErrorCode,
  Event,
  Import,
  ImportChange,
  ImportPreview,
  ImportSummary,
  Invitation,
  IssuedKey,
  IssuedWebhook,
  Key,
  KeyRequest,
  KeyRequest as NewKey,
  Listing,
  ListingEvent,
  Microchip,
  Movement,
  MovementChange,
  MovementEvent,
  MovementRequest,
  NewPet,
  Operations,
  Order,
  OrderChange,
  OrderEvent,
  OrderRequest,
  OrderRequest as NewOrder,
  OrderStatus,
  Partner,
  PartnerChange,
  PartnerRequest,
  Person,
  PersonChange,
  PersonRequest,
  Pet,
  PetChange,
  PetEvent,
  PetPermissions,
  PetStatus,
  Photo,
  PhotoChange,
  PhotoEdit,
  Profile,
  ProfileChange,
  PublishedAnimal,
  PublishingRun,
  PublishingRunRequest,
  PublishingSite,
  PublishingSiteChange,
  PublishingSiteSettings,
  PublishingSites,
  PublishingWords,
  PublishingWordsRequest,
  RemovedPet,
  Rotation,
  SentApplication,
  SettingsRequest,
  SettingsRequest as NewSettings,
  StaysReport,
  Summary,
  Usage,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookRequest,
  WebhookRotation,
  WholeProfile,
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
  RawResponse,
  RequestOptions,
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
export type { List, Page, PageOptions, SearchMatch } from './resources/list.ts';
export { listingAfter } from './resources/listing-after.ts';
export type { Listings } from './resources/listings.ts';
export type { Orders } from './resources/orders.ts';
export type { People } from './resources/people.ts';
export type { Pets } from './resources/pets.ts';
export type { PhotoOptions, Photos, PictureType } from './resources/photos.ts';
export type { Publishing, SiteId } from './resources/publishing.ts';
export type { MonthOptions, ReportOptions, Reports } from './resources/reports.ts';
export type { Settings } from './resources/settings.ts';
export { bigintReplacer } from './transport/int64-json.ts';
export { etagOf, type PetstoreResponse } from './transport/response.ts';
