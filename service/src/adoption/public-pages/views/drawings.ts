import { type Html, html } from '../../../platform/http/html.ts';
import type { Kind } from '../texts/texts.ts';

// The animals without a photo, drawn for this project. The style sheet colours their parts.

const EYES = html`<circle class="ink" cx="66" cy="62" r="4"/><circle class="ink" cx="94" cy="62" r="4"/>`;

const SHAPES: Readonly<Record<Kind, Html>> = {
  dog: html`<path class="fur" d="M80 24c24 0 38 17 37 42-1 24-16 38-37 38S44 90 43 66c-1-25 13-42 37-42Z"/><path class="ear" d="M52 34c-16-7-29 8-28 30 1 18 10 27 17 23 8-5 8-35 11-53ZM108 34c16-7 29 8 28 30-1 18-10 27-17 23-8-5-8-35-11-53Z"/><ellipse class="light" cx="80" cy="82" rx="21" ry="17"/><path class="ink" d="M71 73c0-4 18-4 18 0s-5 8-9 8-9-4-9-8Z"/><path class="line" d="M80 81v6m0 0c-3 6-10 6-12 2m12-2c3 6 10 6 12 2"/>${EYES}`,
  cat: html`<path class="ear" d="M46 54 47 19c0-3 3-4 5-2l24 19ZM114 54l-1-35c0-3-3-4-5-2L84 36Z"/><path class="fur" d="M80 30c25 0 40 16 40 38S104 104 80 104 40 90 40 68s15-38 40-38Z"/><ellipse class="light" cx="80" cy="84" rx="16" ry="12"/><path class="ink" d="M74 75h12c1 0 2 1 1 2l-5 5c-1 1-3 1-4 0l-5-5c-1-1 0-2 1-2Z"/><path class="line" d="M80 82v4m0 0c-2 5-8 5-10 2m10-2c2 5 8 5 10 2M52 78l-18-4m18 11-18 3m74-10 18-4m-18 11 18 3"/>${EYES}`,
  rabbit: html`<path class="ear" d="M66 58C52 50 47 30 50 15c2-9 10-9 14-1 6 12 9 28 10 42ZM94 58c14-8 19-28 16-43-2-9-10-9-14-1-6 12-9 28-10 42Z"/><path class="fur" d="M80 44c21 0 34 12 34 31s-14 31-34 31-34-12-34-31 13-31 34-31Z"/><ellipse class="light" cx="80" cy="90" rx="16" ry="11"/><path class="ink" d="M75 80h10c1 0 2 1 1 2l-4 4c-1 1-3 1-4 0l-4-4c-1-1 0-2 1-2Z"/><path class="line" d="M80 86v5m0 0c-2 4-8 4-10 1m10-1c2 4 8 4 10 1"/><circle class="ink" cx="66" cy="70" r="4"/><circle class="ink" cx="94" cy="70" r="4"/>`,
  bird: html`<path class="ear" d="M52 74 18 60c-4-1-6 3-3 6l31 28Z"/><path class="fur" d="M98 22c19 0 28 13 27 29-1 29-19 49-46 49-22 0-37-13-37-25 0-9 9-12 20-12 13 0 13-12 14-22 1-11 10-19 22-19Z"/><path class="ear" d="M58 72c18-8 36-2 38 8 1 9-10 14-20 13-11-1-20-10-18-21Z"/><path class="beak" d="m123 40 20 6c2 1 2 3 0 4l-20 6Z"/><circle class="ink" cx="106" cy="43" r="4.5"/><path class="line" d="M72 100v12m14-13v13m-20 0h10m6 0h10"/>`,
  other: html`<ellipse class="fur" cx="80" cy="80" rx="27" ry="22"/><ellipse class="fur" cx="42" cy="58" rx="10" ry="13"/><ellipse class="fur" cx="66" cy="36" rx="11" ry="14"/><ellipse class="fur" cx="94" cy="36" rx="11" ry="14"/><ellipse class="fur" cx="118" cy="58" rx="10" ry="13"/>`,
};

export function drawing(kind: Kind): Html {
  return html`<svg class="drawing ${kind}" viewBox="0 0 160 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">${SHAPES[kind]}</svg>`;
}
