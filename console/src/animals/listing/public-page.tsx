import { useState } from 'react';
import { TEXTS } from './listing-texts.ts';

/** The address of the public page of an animal, which can be copied. Browsers allow that only on `https:` and on this machine. */
export function PublicPage({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(url).then(() => setCopied(true));
  return (
    <>
      <dt>{TEXTS.publicPage}</dt>
      <dd className="public-page">
        <a href={url}>{url.replace(/^https?:\/\//, '')}</a>
        {window.isSecureContext && (
          <button type="button" onClick={copy} onBlur={() => setCopied(false)}>
            {TEXTS.copyLink}
          </button>
        )}
        <span role="status">{isCopied && TEXTS.copied}</span>
      </dd>
    </>
  );
}
