import { StoredSetting, storedNames } from '../../stored-setting.ts';

/** The values of the fields of a form, by their names. */
export type Values = Readonly<Record<string, string>>;

export interface StoredDraft {
  /** When it was saved, in Unix milliseconds. */
  readonly at: number;
  readonly values: Values;
  /** What these fields had before. */
  readonly before?: Values;
}

/** What has such a name is deleted after 30 days, and when the user signs out. */
export const DRAFT_PREFIX = 'petstore.draft ';
const KEPT_MS = 30 * 86_400_000;

/** Each tab keeps its own drafts, so that two tabs with the same form neither overwrite nor delete what was typed in the other. */
const TAB = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Keeps what is typed into a form in this tab. */
export function saveDraft(name: string, values: Values, before: Values): void {
  const draft: StoredDraft = { at: Date.now(), values, before };
  new StoredSetting(`${startOf(name)}${TAB}`).saveJson(draft);
}

/** Deletes what was typed into a form in this tab. */
export function deleteDraft(name: string): void {
  new StoredSetting(`${startOf(name)}${TAB}`).clear();
}

/** Returns what was typed last into a form in any tab, and deletes it: the form that shows it saves it again as the draft of its tab. */
export function takeDraft(name: string): StoredDraft | undefined {
  let newest: StoredDraft | undefined;
  let nameOfNewest = '';
  for (const stored of storedNames(startOf(name))) {
    const draft = readDraft(stored);
    if (draft === undefined || draft.at < (newest?.at ?? 0)) continue;
    newest = draft;
    nameOfNewest = stored;
  }
  if (newest !== undefined) new StoredSetting(nameOfNewest).clear();
  return newest;
}

/** Deletes the drafts of all tabs: the next user of a shared computer must not see them. */
export function deleteAllDrafts(): void {
  for (const stored of storedNames(DRAFT_PREFIX)) new StoredSetting(stored).clear();
}

/** Deletes the drafts that were saved last more than 30 days ago. */
export function deleteOldDrafts(): void {
  for (const stored of storedNames(DRAFT_PREFIX)) {
    if ((readDraft(stored)?.at ?? 0) < Date.now() - KEPT_MS) new StoredSetting(stored).clear();
  }
}

function startOf(name: string): string {
  return `${DRAFT_PREFIX}${name} in tab `;
}

/** Returns undefined if another program has stored something else. */
export function readDraft(stored: string): StoredDraft | undefined {
  const draft = new StoredSetting(stored).readJson();
  return isDraft(draft) ? draft : undefined;
}

function isDraft(stored: unknown): stored is StoredDraft {
  if (!isObject(stored) || !('at' in stored) || !('values' in stored)) return false;
  const { at, values } = stored;
  return (
    typeof at === 'number' &&
    isObject(values) &&
    Object.values(values).every((value) => typeof value === 'string')
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
