import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './console.tsx';
import { deleteOldDrafts } from './ui/forms/stored-drafts.ts';

/** Shows the console in place of the text of the page. */
export function start(): void {
  deleteOldDrafts();
  const root = document.getElementById('console');
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  );
}
