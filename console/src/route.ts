import type { Operations, OrderStatus, PetStatus, PublishingSite } from '@petstore/client';

/** The page and its filters. They are in the fragment of the address (`#`), which browsers do not send to the service. */
export type Route =
  | AnimalListRoute
  | CardsRoute
  /** With a field of the profile, the form is open at it. */
  | { page: 'animal'; id: bigint; field?: string | undefined }
  | { page: 'publishing' }
  | { page: 'site' | 'site-words'; site: SiteId }
  | { page: 'orders'; status?: OrderStatus | undefined }
  | ({ page: 'applications' } & ApplicationFilters)
  | { page: 'application'; id: bigint }
  | { page: 'questions' }
  | { page: 'today' }
  | { page: 'usage' }
  | { page: 'activity' }
  | { page: 'bin' }
  /** What the figures are about, by default the animals; and their months, such as `2026-03`. */
  | {
      page: 'figures';
      about?: FiguresSubject | undefined;
      from?: string | undefined;
      to?: string | undefined;
    }
  | ({ page: 'audit' } & AuditFilters)
  /** The persons of an account, by default of that of the user. */
  | { page: 'people'; account?: bigint | undefined }
  | { page: 'devices' }
  | { page: Exclude<AdminPageName, 'audit' | 'people'> };

/** What the figures can be about besides the animals. */
export const FIGURES_SUBJECTS = ['applications'] as const;
export type FiguresSubject = (typeof FIGURES_SUBJECTS)[number];

type SiteId = PublishingSite['id'];
/** The sites where adopters look that the service sends animals to. */
const SITE_IDS = ['petfinder', 'adopt_a_pet', 'rescue_groups'] as const satisfies readonly SiteId[];

/** Which applications a list shows. */
export interface ApplicationFilters {
  /** Undefined for those that wait. */
  list?: ApplicationView | undefined;
  /** All of one animal, side by side. */
  pet?: bigint | undefined;
  /** Only those that ended in this way. */
  state?: EndedState | undefined;
  /** Only those that this person handles. */
  person?: bigint | undefined;
}

/** The lists of applications. The first one is shown unless another one is chosen. */
export const APPLICATION_VIEWS = [
  'waiting',
  'late',
  'mine',
  'animals',
  'accepted',
  'ended',
  'second',
] as const;
export type ApplicationView = (typeof APPLICATION_VIEWS)[number];
export const ENDED_STATES = ['adopted', 'declined', 'withdrawn', 'closed'] as const;
export type EndedState = (typeof ENDED_STATES)[number];

/** The pages about applications and what follows from them, in the order of their tabs. */
export const APPLICATION_PAGES = ['applications', 'orders', 'questions'] as const;

/** Which changes the audit shows: of an animal, by an account or one of its keys, on a day. */
export interface AuditFilters {
  animal?: bigint | undefined;
  account?: bigint | undefined;
  key?: bigint | undefined;
  /** Such as `2026-11-22`, in the time zone of the shelter. */
  day?: string | undefined;
}

/** The pages that have the filters of the list of animals in their address: the list, and what takes it out of the console. */
const ANIMAL_LIST_PAGES = ['animals', 'export', 'print'] as const;
type AnimalListPage = (typeof ANIMAL_LIST_PAGES)[number];

export type AnimalListRoute = { [Page in AnimalListPage]: { page: Page } & ListFilters }[AnimalListPage];

interface ListFilters {
  status?: PetStatus | undefined;
  categoryId?: bigint | undefined;
  /** The words of a search. */
  q?: string | undefined;
  /** Only animals with a photo, or without one. */
  photos?: PhotoFilter | undefined;
  /** Only animals with this tag. */
  tag?: string | undefined;
  /** Undefined for the newest first. */
  sort?: AnimalSort | undefined;
  /** Undefined for the view that was chosen last. */
  view?: View | undefined;
}

/** Kennel cards: of these animals, or of those of a list if `ids` is undefined. */
export type CardsRoute = { page: 'cards'; ids?: readonly bigint[] | undefined } & ListFilters;

/** A list of animals: its filters, its order and its view. */
export type AnimalsRoute = Extract<Route, { page: 'animals' }>;

type ListQuery = Operations['listListings']['query'];
export type PhotoFilter = NonNullable<ListQuery['photos']>;
/** The orders other than the newest first. */
export type AnimalSort = Exclude<NonNullable<ListQuery['sort']>, '-id'>;

const PHOTO_FILTERS = ['with', 'without'] as const satisfies readonly PhotoFilter[];
export const ANIMAL_SORTS = [
  'id',
  'name',
  '-name',
  '-birthDate',
  'birthDate',
  'intakeDate',
  '-intakeDate',
  '-updatedAt',
  'updatedAt',
] as const satisfies readonly AnimalSort[];

/** How the list of animals is shown: as pictures, or as a dense table. */
export const VIEWS = ['pictures', 'table'] as const;
export type View = (typeof VIEWS)[number];

/** The pages that only admins may use, in the order of their tabs. */
export const ADMIN_PAGES = ['categories', 'people', 'programs', 'import', 'audit', 'settings'] as const;
export type AdminPageName = (typeof ADMIN_PAGES)[number];

/** The pages whose address has no filters. */
const PLAIN_PAGES = ['today', 'usage', 'activity', 'bin', 'devices', 'questions'] as const;

export const PET_STATUSES = ['available', 'pending', 'sold'] as const satisfies readonly PetStatus[];
export const ORDER_STATUSES = [
  'placed',
  'approved',
  'completed',
  'cancelled',
  'expired',
] as const satisfies readonly OrderStatus[];

/** Reads a route from an address. Ignores unknown parameters; an unknown page is Today. */
export function parseRoute(hash: string): Route {
  const [path = '', query] = hash.replace(/^#\/?/, '').split('?', 2);
  const given = new URLSearchParams(query);
  const [page, rest, part] = path.split('/', 3);
  const id = int64In(rest);
  if (page === 'animals' && id !== undefined)
    return { page: 'animal', id, field: wordIn(given.get('field')) };
  if (page === 'publishing') return publishingRoute(rest, part);
  if (page === 'applications') return applicationsRoute(id, given);
  if (page === 'orders') return { page, status: oneOf(ORDER_STATUSES, given.get('status')) };
  if (page === 'figures') return { page, ...figuresIn(given) };
  const plainPage = oneOf(PLAIN_PAGES, page ?? null);
  if (plainPage !== undefined) return { page: plainPage };
  const adminPage = oneOf(ADMIN_PAGES, page ?? null);
  if (adminPage === 'people') return { page: adminPage, account: int64In(given.get('account')) };
  if (adminPage === 'audit') return { page: adminPage, ...auditFiltersIn(given) };
  if (adminPage !== undefined) return { page: adminPage };
  if (page === 'cards') return { page, ids: idsIn(given.get('ids')), ...listFiltersIn(given) };
  const listPage = oneOf(ANIMAL_LIST_PAGES, page ?? null);
  return listPage === undefined ? { page: 'today' } : { page: listPage, ...listFiltersIn(given) };
}

function listFiltersIn(given: URLSearchParams): ListFilters {
  return {
    status: oneOf(PET_STATUSES, given.get('status')),
    categoryId: int64In(given.get('category')),
    q: given.get('q')?.trim() || undefined,
    photos: oneOf(PHOTO_FILTERS, given.get('photos')),
    tag: given.get('tag')?.trim() || undefined,
    sort: oneOf(ANIMAL_SORTS, given.get('sort')),
    view: oneOf(VIEWS, given.get('view')),
  };
}

function figuresIn(given: URLSearchParams) {
  const about = oneOf(FIGURES_SUBJECTS, given.get('about'));
  return { about, from: monthIn(given.get('from')), to: monthIn(given.get('to')) };
}

function publishingRoute(rest: string | undefined, part: string | undefined): Route {
  const site = oneOf(SITE_IDS, rest ?? null);
  if (site === undefined) return { page: 'publishing' };
  return { page: part === 'words' ? 'site-words' : 'site', site };
}

function wordIn(text: string | null): string | undefined {
  return text !== null && /^[a-zA-Z]+$/.test(text) ? text : undefined;
}

function monthIn(text: string | null): string | undefined {
  return text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}

function applicationsRoute(id: bigint | undefined, given: URLSearchParams): Route {
  if (id !== undefined) return { page: 'application', id };
  return { page: 'applications', ...applicationFiltersIn(given) };
}

function applicationFiltersIn(given: URLSearchParams): ApplicationFilters {
  return {
    list: oneOf(APPLICATION_VIEWS, given.get('list')),
    pet: int64In(given.get('pet')),
    state: oneOf(ENDED_STATES, given.get('state')),
    person: int64In(given.get('person')),
  };
}

function auditFiltersIn(given: URLSearchParams): AuditFilters {
  const day = given.get('day') ?? '';
  return {
    animal: int64In(given.get('animal')),
    account: int64In(given.get('account')),
    key: int64In(given.get('key')),
    day: /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined,
  };
}

export function hrefOf(route: Route): string {
  switch (route.page) {
    case 'animals':
    case 'export':
    case 'print':
      return `#/${route.page}${queryOf(listQuery(route))}`;
    case 'cards':
      return `#/cards${queryOf({ ids: route.ids?.join(), ...listQuery(route) })}`;
    case 'animal':
      return `#/animals/${route.id}${queryOf({ field: route.field })}`;
    case 'site':
      return `#/publishing/${route.site}`;
    case 'site-words':
      return `#/publishing/${route.site}/words`;
    case 'orders':
      return `#/orders${queryOf({ status: route.status })}`;
    case 'figures':
      return `#/figures${queryOf({ about: route.about, from: route.from, to: route.to })}`;
    case 'applications': {
      const { list, pet, state, person } = route;
      return `#/applications${queryOf({ list, pet, state, person })}`;
    }
    case 'application':
      return `#/applications/${route.id}`;
    case 'people':
      return `#/people${queryOf({ account: route.account })}`;
    case 'audit': {
      const { animal, account, key, day } = route;
      return `#/audit${queryOf({ animal, account, key, day })}`;
    }
    default:
      return `#/${route.page}`;
  }
}

/** A link that signs someone in once: that of the first start, or an invitation. */
export interface SignInLink {
  readonly kind: 'welcome' | 'join';
  readonly secret: string;
}

/** Returns the link of an address: `#/welcome?token=…` or `#/join/…`. */
export function signInLinkIn(hash: string): SignInLink | undefined {
  const [page, query] = hash.split('?', 2);
  const token = new URLSearchParams(query).get('token');
  if (page === '#/welcome') return token === null ? undefined : { kind: 'welcome', secret: token };
  const [, secret] = /^#\/join\/([\w-]+)$/.exec(hash) ?? [];
  return secret === undefined ? undefined : { kind: 'join', secret };
}

/** Returns the code of the problem with which a provider sent the user back: `#/sign-in?problem=…`. */
export function signInProblemIn(hash: string): string | undefined {
  const [page, query] = hash.split('?', 2);
  return page === '#/sign-in' ? (new URLSearchParams(query).get('problem') ?? undefined) : undefined;
}

function listQuery({ status, categoryId: category, q, photos, tag, sort, view }: ListFilters) {
  return { status, category, q, photos, tag, sort, view };
}

function queryOf(members: Record<string, string | bigint | undefined>): string {
  const given = Object.entries(members).flatMap(
    ([name, value]): Array<[string, string]> => (value === undefined ? [] : [[name, String(value)]]),
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function int64In(text: string | null | undefined): bigint | undefined {
  return text != null && /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
}

/** Returns the ids of a list such as `3,17`; undefined if it has none. */
function idsIn(text: string | null): bigint[] | undefined {
  const ids = text?.split(',').flatMap((id) => int64In(id) ?? []);
  return ids === undefined || ids.length === 0 ? undefined : [...new Set(ids)];
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}
