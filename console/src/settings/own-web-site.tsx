import { Snippet } from '../ui/scrolling/snippet.tsx';
import { WEB_SITE_TEXTS as TEXTS } from './settings-texts.ts';

interface OwnWebSiteProps {
  isPublic: boolean;
  /** Only the operator can switch the public pages on. */
  isFixed: boolean;
}

/** The public pages, and the lines that put the animals on the shelter's own web site. */
export function OwnWebSite({ isPublic, isFixed }: OwnWebSiteProps) {
  const { origin } = location;
  const lines = [
    `<script src="${origin}/embed.js" async></script>`,
    `<petstore-animals service="${origin}"></petstore-animals>`,
  ].join('\n');
  return (
    <section className="card settings">
      <h2>{TEXTS.title}</h2>
      {isPublic ? (
        <>
          <p>
            {TEXTS.everyone} <a href="/adopt">{`${origin.replace(/^https?:\/\//, '')}/adopt`}</a>.
          </p>
          <p>{TEXTS.paste}</p>
          <Snippet name={TEXTS.lines} text={lines} />
          <p className="hint">{TEXTS.editors}</p>
        </>
      ) : (
        <p>{isFixed ? TEXTS.fixed : TEXTS.off}</p>
      )}
    </section>
  );
}
