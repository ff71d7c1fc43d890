import { findOwnedPet } from '../../../catalogue/pets/pet-queries.ts';
import { int64FromDigits } from '../../../platform/core/int64.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Answer } from '../../../platform/http/route.ts';
import { adopted, listingOrRemaining } from '../../public-pages/animal.ts';
import { kindsOf, offeredCategories } from '../../public-pages/categories.ts';
import type { Site, Visit } from '../../public-pages/public-page.ts';
import { notFoundPage, noticePage } from '../../public-pages/views/notice-page.ts';
import type { Form } from '../questions/form.ts';
import { findGeneralAccount, readForm } from '../questions/form-queries.ts';
import { questionsOf } from '../questions/question.ts';
import { offerOf } from './offers.ts';
import { pageAnswer } from './page-answer.ts';
import { PAGE_TEXTS } from './texts/languages.ts';
import { type FormContent, wantedKind } from './views/apply-page.ts';

export interface FormDependencies {
  readonly site: Site;
  readonly database: Database;
  /** How long an application is kept after its end. */
  readonly keptDays: number;
}

/**
 * Finds what the form at an address is about: the animal in it, also if that was merged, or none.
 *
 * @param category what an applicant without an animal looks for, as it was sent.
 * @returns the answer in place of a form, if there is none.
 */
export async function formTarget(
  visit: Visit,
  dependencies: FormDependencies,
  category: string | null,
): Promise<FormContent | Answer> {
  const { petId } = visit.params;
  return petId === undefined
    ? generalForm(visit, dependencies, category)
    : animalForm(visit, dependencies, petId);
}

async function animalForm(
  visit: Visit,
  dependencies: FormDependencies,
  petId: string,
): Promise<FormContent | Answer> {
  const { site, database } = dependencies;
  const listing = await listingOrRemaining(petId, database);
  const owned = listing && (await findOwnedPet(database.read, listing.pet.id));
  if (listing?.pet.status === undefined || owned === undefined) return notFoundPage(visit, site);
  if (listing.pet.status === 'sold') return adopted(visit, site, listing, database);
  const form = await readForm(database.read, owned.ownerId);
  if (!form.isOpen) return closed(visit, site);
  const kindOf = await kindsOf(database.read, [listing]);
  const own = { listing, kind: kindOf(listing), categoryId: listing.pet.categoryId, categories: [] };
  return { ...own, ...(await asked(dependencies, form, owned.ownerId, own.categoryId, visit.now)) };
}

async function generalForm(
  visit: Visit,
  dependencies: FormDependencies,
  category: string | null,
): Promise<FormContent | Answer> {
  const { site, database } = dependencies;
  const accountId = await findGeneralAccount(database.read);
  if (accountId === undefined) return closed(visit, site);
  const form = await readForm(database.read, accountId);
  const categories = await offeredCategories(database.read);
  const wanted = int64FromDigits(category ?? '');
  const categoryId = categories.some(({ id }) => id === wanted) ? wanted : undefined;
  const own = { listing: undefined, kind: wantedKind(categories, categoryId), categoryId, categories };
  return { ...own, ...(await asked(dependencies, form, accountId, categoryId, visit.now)) };
}

async function asked(
  { database, keptDays }: FormDependencies,
  form: Form,
  accountId: bigint | null,
  categoryId: bigint | undefined,
  now: number,
) {
  const offer = await offerOf(database, form, accountId, now);
  return { questions: questionsOf(form.questions, categoryId), offer, keptDays };
}

function closed(visit: Visit, site: Site): Answer {
  const { title, text } = PAGE_TEXTS[visit.language].closed;
  return pageAnswer(404, noticePage(visit, site, { title, text: text(site.shelterName) }));
}
