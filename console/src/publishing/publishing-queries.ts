import type { Page, Petstore, PublishedAnimal, PublishingRun, PublishingSite } from '@petstore/client';
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { SUMMARY } from '../queries/summary-query.ts';
import { useSession } from '../session/use-session.ts';

export type SiteId = PublishingSite['id'];

/** The start of the keys of all queries about the sites where adopters look. */
const PUBLISHING = ['publishing'] as const;
/** How often a run that has not ended is looked at. */
const RUN_MS = 3_000;

/** All sites, with how many animals each of them gets, and what was sent last. */
export function sitesOf(petstore: Petstore) {
  return queryOptions({
    queryKey: [...PUBLISHING, 'sites'],
    queryFn: async ({ signal }) => (await petstore.publishing.sites({ signal })).sites,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(isSending) ? RUN_MS : false),
  });
}

/** The names of the sites, which are the same in every language: a heading has its size before anything is read. */
const SITE_NAMES: Readonly<Record<SiteId, string>> = {
  petfinder: 'Petfinder',
  adopt_a_pet: 'Adopt a Pet',
  rescue_groups: 'RescueGroups',
};

/** Returns the name of a site, as the service has it once that is read. */
export function useSiteName(id: SiteId): string {
  const { data } = useQuery(sitesOf(useSession().petstore));
  return data?.find((one) => one.id === id)?.name ?? SITE_NAMES[id];
}

/** Returns true if a run will end by itself. */
export function isSending({ lastRun }: PublishingSite): boolean {
  return lastRun?.state === 'waiting' || lastRun?.state === 'running';
}

/** The animals that a site does not get, each with the reasons. */
function leftOutOf(petstore: Petstore, site: SiteId) {
  return infiniteQueryOptions({
    queryKey: [...PUBLISHING, site, 'left-out'],
    queryFn: ({ pageParam, signal }): Promise<Page<PublishedAnimal>> =>
      petstore.publishing.animals(site).page({ leftOut: 'true', limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** Reads the animals that a site does not get. */
export function useLeftOut(site: SiteId) {
  return useInfiniteQuery(leftOutOf(useSession().petstore, site));
}

/** What was sent to a site, newest first. The key has the last run, so that it is read again when that changes. */
export function runsOf(petstore: Petstore, { id, lastRun }: PublishingSite) {
  return infiniteQueryOptions({
    queryKey: [...PUBLISHING, id, 'runs', String(lastRun?.id ?? ''), lastRun?.state ?? ''],
    queryFn: ({ pageParam, signal }): Promise<Page<PublishingRun>> =>
      petstore.publishing.runs(id).page({ limit: 10, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** What the words of the shelter are at a site. */
export function wordsOf(petstore: Petstore, site: SiteId) {
  return queryOptions({
    queryKey: [...PUBLISHING, site, 'words'],
    queryFn: ({ signal }) => petstore.publishing.words(site, { signal }),
    staleTime: 0,
    // A form shows it, whose fields would change while someone types.
    refetchOnWindowFocus: false,
  });
}

/** Returns what reads again what is shown of the sites, and what Today states of them. */
export function useShowPublishing() {
  const { queries } = useSession();
  return async () => {
    queries.invalidateQueries({ queryKey: SUMMARY });
    await queries.invalidateQueries({ queryKey: PUBLISHING });
  };
}

/** A change of a site, after which what is shown of the sites is read again. */
export function usePublishingChange<Result, Input = void>(
  change: (petstore: Petstore, input: Input) => Promise<Result>,
) {
  const { petstore } = useSession();
  const show = useShowPublishing();
  return useMutation({
    mutationFn: (input: Input) => change(petstore, input),
    onSuccess: show,
  });
}
