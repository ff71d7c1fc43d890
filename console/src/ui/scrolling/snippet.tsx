import { useState } from 'react';
import { TEXTS } from '../ui-texts.ts';
import './snippet.css';

interface SnippetProps {
  /** What the button copies, as a noun; in Spanish with its article. */
  name: string;
  text: string;
}

/** Text to paste elsewhere. Browsers allow the button only on `https:` and on this machine. */
export function Snippet({ name, text }: SnippetProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <div className="snippet">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled with the keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      {window.isSecureContext && (
        <button type="button" onClick={copy} onBlur={() => setCopied(false)}>
          {TEXTS.copy(name)}
        </button>
      )}
      <span role="status">{isCopied && TEXTS.copied}</span>
    </div>
  );
}
