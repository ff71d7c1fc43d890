import type { PublishingWords, PublishingWordsRequest } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useNames } from '../../category-name.tsx';
import { hrefOf } from '../../route.ts';
import { useFormSave } from '../../session/changes/use-form-save.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SavedForm } from '../../ui/forms/saved-form.tsx';
import { ManagerPage } from '../manager-page.tsx';
import { type SiteId, useShowPublishing, useSiteName, wordsOf } from '../publishing-queries.ts';
import { choicesFor, nameOfField } from './word-choices.ts';
import { WordRow } from './word-row.tsx';
import { TEXTS } from './words-texts.ts';

/** What the words of the shelter are at a site: mapped once, for all animals that have them. */
export function WordsPage({ id }: { id: SiteId }) {
  const name = useSiteName(id);
  return (
    <ManagerPage title={TEXTS.title(name)}>
      <p>
        <a href={hrefOf({ page: 'site', site: id })}>{name}</a>
      </p>
      <Content id={id} />
    </ManagerPage>
  );
}

function Content({ id }: { id: SiteId }) {
  const { data, error, refetch } = useQuery(wordsOf(useSession().petstore, id));
  const hasNames = useNames(data?.words.map(({ categoryId }) => categoryId) ?? []).isComplete;
  if (data === undefined) return error !== null && <ErrorNote error={error} onRetry={refetch} />;
  // A name that arrives later would move the rows.
  if (!hasNames) return null;
  if (data.words.length === 0) return <p className="empty">{TEXTS.none}</p>;
  return <WordsForm id={id} content={data} />;
}

function WordsForm({ id, content }: { id: SiteId; content: PublishingWords }) {
  const { petstore } = useSession();
  const show = useShowPublishing();
  const saving = useFormSave({
    item: content,
    read: () => petstore.publishing.words(id),
    valuesOf: wordValues,
    send: async (form, current) => {
      await petstore.publishing.changeWords(id, wordsIn(form, current));
      await show();
    },
  });
  const name = useSiteName(id);
  const waiting = content.words.filter(({ siteWord }) => siteWord === null).length;
  return (
    <SavedForm
      className="card place"
      aria-label={TEXTS.title(name)}
      draft={`words ${id}`}
      heading={
        <>
          <p>{TEXTS.help(name)}</p>
          <p role="status">{waiting === 0 ? TEXTS.allKnown : TEXTS.waiting(waiting)}</p>
        </>
      }
      texts={TEXTS}
      saving={saving}
    >
      <ul className="site-words">
        {content.words.map((word) => (
          <WordRow key={nameOfField(word)} word={word} choices={choicesFor(word, content)} siteName={name} />
        ))}
      </ul>
    </SavedForm>
  );
}

function wordValues({ words }: PublishingWords) {
  return Object.fromEntries(words.map((word) => [nameOfField(word), word.siteWord ?? '']));
}

/** Returns all words that have one of the site. A word that is emptied is sent as null, so that it is removed. */
function wordsIn(form: FormData, { words }: PublishingWords): PublishingWordsRequest {
  return {
    words: words.flatMap((row) => {
      const siteWord = String(form.get(nameOfField(row)) ?? '').trim() || null;
      const { kind, categoryId, word } = row;
      return siteWord === null && row.siteWord === null ? [] : [{ kind, categoryId, word, siteWord }];
    }),
  };
}
