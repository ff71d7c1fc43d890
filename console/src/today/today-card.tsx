import { type ReactNode, useId } from 'react';

/** One part of the page, with a heading. */
export function TodayCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card today-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
