import { type ReactNode, useEffect, useRef } from 'react';

interface PageProps {
  title: string;
  /** What can be done with the whole page, beside its title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One page: its title is the document's, and where the keyboard goes on when the page comes. */
export function Page({ title, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Petstore`;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <main id="content">
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
