import type { Route } from '../route.ts';
import { fileAnswer, fileRoute, pageFile } from './page-file.ts';

/** A paw, drawn for this project. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>Petstore</title>
  <rect width="32" height="32" rx="8" fill="#a8432a" />
  <g fill="#fff6ec">
    <ellipse cx="16" cy="21" rx="6.5" ry="5.2" />
    <ellipse cx="7.8" cy="15.2" rx="2.4" ry="3.1" />
    <ellipse cx="13" cy="10.4" rx="2.5" ry="3.3" />
    <ellipse cx="19" cy="10.4" rx="2.5" ry="3.3" />
    <ellipse cx="24.2" cy="15.2" rx="2.4" ry="3.1" />
  </g>
</svg>
`;

/** Serves the icon of the console and of the reference page, and redirects the path that browsers request by default. */
export function iconRoutes(): Route[] {
  const icon = pageFile('image/svg+xml', SVG);
  const redirect = { status: 301, headers: ['location', '/favicon.svg', 'content-length', '0'] };
  return [
    fileRoute('/favicon.svg', () => fileAnswer(icon, 'public, max-age=86400')),
    fileRoute('/favicon.ico', () => redirect),
  ];
}
