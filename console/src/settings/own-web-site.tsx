import { Snippet } from '../ui/snippet.tsx';

interface OwnWebSiteProps {
  isPublic: boolean;
  /** Only the operator can switch the public pages on. */
  isFixed: boolean;
}

/** The public pages, and the lines that put the animals on the shelter's own web site. */
export function OwnWebSite({ isPublic, isFixed }: OwnWebSiteProps) {
  const { origin } = location;
  const lines = `<script src="${origin}/embed.js" async></script>\n<petstore-animals></petstore-animals>`;
  return (
    <section className="card settings">
      <h2>The animals on your web site</h2>
      {isPublic ? (
        <>
          <p>
            Everyone can see them at <a href="/adopt">{`${origin.replace(/^https?:\/\//, '')}/adopt`}</a>.
          </p>
          <p>To show them on your own web site, too, paste these lines into one of its pages:</p>
          <Snippet name="lines" text={lines} />
          <p className="hint">
            In WordPress: a block “Custom HTML”. In Squarespace: a block “Code”. In Wix: an element “Embed
            code”.
          </p>
        </>
      ) : (
        <p>
          {isFixed
            ? 'The operator of this service has switched the public pages off. Ask them to set PUBLIC_PAGES to managed.'
            : 'Show the animals to everyone first, with the switch above. Then the lines for your web site appear here.'}
        </p>
      )}
    </section>
  );
}
