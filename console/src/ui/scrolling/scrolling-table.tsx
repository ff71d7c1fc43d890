import type { ReactNode } from 'react';
import './scrolling-table.css';

interface ScrollingTableProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** The place of a table that is wider than a phone. */
export function ScrollingTable({ label, className = '', children }: ScrollingTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`scrolling-table ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
