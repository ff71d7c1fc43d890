// Imported first, so that the styles of a page override it.
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './console.tsx';
import { language } from './texts/language.ts';
import { deleteOldDrafts } from './ui/forms/stored-drafts.ts';

document.documentElement.lang = language;
deleteOldDrafts();
const root = document.getElementById('console');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  );
}
