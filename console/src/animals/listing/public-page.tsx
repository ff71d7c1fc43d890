import { useState } from 'react';

/** The address of the public page of an animal, which can be copied. Browsers allow that only on `https:` and on this machine. */
export function PublicPage({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(url).then(() => setCopied(true));
  return (
    <>
      <dt>Public page</dt>
      <dd className="public-page">
        <a href={url}>{url.replace(/^https?:\/\//, '')}</a>
        {window.isSecureContext && (
          <button type="button" onClick={copy} onBlur={() => setCopied(false)}>
            Copy link
          </button>
        )}
        <span role="status">{isCopied && 'Copied'}</span>
      </dd>
    </>
  );
}
