import type { ReactNode } from 'react';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
      {children}
    </svg>
  );
}

/** The pictures of the navigation, drawn with lines on a square of 24. */
export const ICONS = {
  today: (
    <Icon>
      <rect x="3.5" y="5" width="17" height="15.5" rx="2.5" />
      <path d="M3.5 10h17M8 2.8v4M16 2.8v4M8 14.5h3" />
    </Icon>
  ),
  animals: (
    <Icon>
      <ellipse cx="12" cy="16.2" rx="5" ry="4" />
      <ellipse cx="4.6" cy="11" rx="1.6" ry="2.3" />
      <ellipse cx="9.2" cy="6.4" rx="1.7" ry="2.5" />
      <ellipse cx="14.8" cy="6.4" rx="1.7" ry="2.5" />
      <ellipse cx="19.4" cy="11" rx="1.6" ry="2.3" />
    </Icon>
  ),
  applications: (
    <Icon>
      <path d="M3.5 13.5 6 5.6a2 2 0 0 1 1.9-1.4h8.2A2 2 0 0 1 18 5.6l2.5 7.9v4.3a2.2 2.2 0 0 1-2.2 2.2H5.7a2.2 2.2 0 0 1-2.2-2.2Z" />
      <path d="M3.5 13.5h4.7a3.8 3.8 0 0 0 7.6 0h4.7" />
    </Icon>
  ),
  orders: (
    <Icon>
      <path d="M12 20.2 4.8 13a4.6 4.6 0 0 1 6.5-6.5l.7.7.7-.7a4.6 4.6 0 0 1 6.5 6.5Z" />
    </Icon>
  ),
  activity: (
    <Icon>
      <circle cx="12" cy="12" r="8.7" />
      <path d="M12 6.8V12l3.6 2.1" />
    </Icon>
  ),
  manage: (
    <Icon>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="17" r="2" />
    </Icon>
  ),
  people: (
    <Icon>
      <circle cx="9" cy="8" r="3.6" />
      <path d="M2.6 20c.4-4 3-6.3 6.4-6.3s6 2.3 6.4 6.3M15.6 4.7a3.6 3.6 0 0 1 0 6.6M17.6 14.3c2.2.8 3.6 2.8 3.9 5.7" />
    </Icon>
  ),
  usage: (
    <Icon>
      <path d="M4.2 17.5a8.7 8.7 0 1 1 15.6 0M12 13.6l4-4.4" />
      <circle cx="12" cy="14.2" r="1.4" />
    </Icon>
  ),
  menu: (
    <Icon>
      <path d="M4 7h16M4 12h16M4 17h16" />
    </Icon>
  ),
} as const;
