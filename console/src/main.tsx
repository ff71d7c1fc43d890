// Imported first, so that the styles of a page override it.
import './styles.css';
import { language } from './texts/language.ts';

document.documentElement.lang = language;
// The build replaces this by the console in the language of the page.
const { start } = await import('./start.tsx');
start();
