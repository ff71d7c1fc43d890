import type { PublishingSite } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { TEXTS } from './site-texts.ts';

type FileName = 'animals' | 'configuration';

/** As much as a reader looks at. The download has everything. */
const MAX_SHOWN = 20_000;

/** The files exactly as they are sent, to look at and to download. */
export function SiteFiles({ site: { id } }: { site: PublishingSite }) {
  const files: readonly FileName[] = id === 'adopt_a_pet' ? ['animals', 'configuration'] : ['animals'];
  return (
    <section className="card place" aria-labelledby="files">
      <h2 id="files">{TEXTS.files}</h2>
      <p>{TEXTS.filesHelp}</p>
      {files.map((file) => (
        <SiteFile key={file} id={id} file={file} />
      ))}
    </section>
  );
}

function SiteFile({ id, file }: { id: PublishingSite['id']; file: FileName }) {
  const { petstore } = useSession();
  const [shown, setShown] = useState<string>();
  const reading = useMutation({
    mutationFn: async (use: 'show' | 'save') => {
      const blob = await petstore.publishing.file(id, file);
      if (use === 'show') setShown(await blob.text());
      else saveFile(file === 'animals' ? `${id}.csv` : 'import.cfg', blob);
    },
  });
  const name = TEXTS.fileNames[file];
  return (
    <div className="site-file">
      <div className="site-file-actions">
        <span>{name}</span>
        <button
          type="button"
          disabled={reading.isPending}
          aria-expanded={shown !== undefined}
          onClick={() => (shown === undefined ? reading.mutate('show') : setShown(undefined))}
        >
          {shown === undefined ? TEXTS.show(name) : TEXTS.hide(name)}
        </button>
        <button type="button" disabled={reading.isPending} onClick={() => reading.mutate('save')}>
          {TEXTS.download(name)}
        </button>
      </div>
      {shown !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
        <section className="file-text" tabIndex={0} aria-label={name}>
          <pre>{shown.slice(0, MAX_SHOWN)}</pre>
          {shown.length > MAX_SHOWN && <p className="hint">{TEXTS.longer}</p>}
        </section>
      )}
      <div role="alert">{reading.error !== null && <ErrorNote error={reading.error} />}</div>
    </div>
  );
}
