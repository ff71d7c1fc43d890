import { type ReactNode, useEffect, useRef } from 'react';

interface PageProps {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** For the style of the whole page: `wide` for a list that uses the width of the screen. */
  className?: string;
  children: ReactNode;
}

/** A page. It sets the title of the document and focuses its heading. */
export function Page({ title, actions, className, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Petstore`;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <main id="content" className={className}>
      <div className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <div className="page-actions">{actions}</div>
      </div>
      {children}
    </main>
  );
}
