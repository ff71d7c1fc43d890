/** How a drawn animal looks. */
export interface Look {
  readonly kind: 'dog' | 'cat' | 'rabbit';
  readonly fur: string;
  /** Of the muzzle, the chest and the patch around one eye. */
  readonly light: string;
  readonly eyes: string;
  /** Of the top and the bottom of the background. */
  readonly background: readonly [string, string];
}

const SIZE = 'viewBox="0 0 800 800" width="800" height="800"';

/** The shapes behind the head, by kind. */
const EARS: Readonly<Record<Look['kind'], (look: Look) => string>> = {
  dog: ({ fur }) => `<g fill="${fur}">
    <path d="M262 250C180 230 120 300 128 420c6 90 60 130 104 96 44-36 62-150 70-220z"/>
    <path d="M538 250c82-20 142 50 134 170-6 90-60 130-104 96-44-36-62-150-70-220z"/></g>
    <g fill="#000" opacity=".18">
    <path d="M240 300c-60 0-92 60-86 130 5 60 38 90 66 66 30-28 42-120 48-180z"/>
    <path d="M560 300c60 0 92 60 86 130-5 60-38 90-66 66-30-28-42-120-48-180z"/></g>`,
  cat: ({ fur, light }) => `<g fill="${fur}"><path d="M214 330 196 130c-2-22 18-28 34-14l150 118z"/>
    <path d="m586 330 18-200c2-22-18-28-34-14L420 234z"/></g>
    <g fill="${light}" opacity=".7"><path d="m236 296-12-124 92 76z"/><path d="m564 296 12-124-92 76z"/></g>`,
  rabbit: ({ fur, light }) => `<g fill="${fur}">
    <path d="M300 330C230 220 220 70 270 40c56-30 96 110 100 250z"/>
    <path d="M500 330C570 220 580 70 530 40c-56-30-96 110-100 250z"/></g>
    <g fill="${light}" opacity=".75"><path d="M306 290c-40-80-46-180-26-200 26-20 50 80 54 190z"/>
    <path d="M494 290c40-80 46-180 26-200-26-20-50 80-54 190z"/></g>`,
};

const WHISKERS = `<g stroke="#fff" stroke-width="3" opacity=".7" fill="none">
  <path d="M330 500C270 486 210 486 170 494M332 520c-60 0-112 10-150 26M470 500c60-14 120-14 160-6M468 520c60 0 112 10 150 26"/></g>`;

function face({ kind, light, eyes }: Look): string {
  const eye = (
    x: number,
  ) => `<ellipse cx="${x}" cy="392" rx="32" ry="${kind === 'cat' ? 30 : 34}" fill="${eyes}"/>
    <ellipse cx="${x}" cy="392" rx="${kind === 'cat' ? 11 : 21}" ry="${kind === 'cat' ? 27 : 23}" fill="#16110d"/>
    <circle cx="${x + 10}" cy="379" r="8" fill="#fff" opacity=".9"/>`;
  const nose = kind === 'dog' ? '#241b18' : '#c98a86';
  const width = kind === 'dog' ? 46 : 26;
  return `<ellipse cx="400" cy="500" rx="108" ry="82" fill="${light}"/>
    ${eye(316)}${eye(484)}
    <path d="M${400 - width} 452c0-22 ${width * 2}-22 ${width * 2} 0 0 20-${width} 40-${width} 40s-${width}-20-${width}-40z" fill="${nose}"/>
    <path d="M400 490v26M400 516c-16 26-46 26-58 8M400 516c16 26 46 26 58 8" fill="none" stroke="#3a2b24" stroke-width="6" stroke-linecap="round"/>
    ${kind === 'dog' ? '' : WHISKERS}`;
}

/** Draws an animal as an SVG, with the grain and the blurred background of a photo. */
export function portrait(look: Look): string {
  const { fur, light, background } = look;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${SIZE}>
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="${background[0]}"/><stop offset="1" stop-color="${background[1]}"/></linearGradient>
    <radialGradient id="shade" cx=".4" cy=".3" r=".8"><stop offset=".4" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".34"/></radialGradient>
    <filter id="blur"><feGaussianBlur stdDeviation="14"/></filter>
    <filter id="grain" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency=".9 .25" numOctaves="3" seed="4"/>
      <feColorMatrix values="0 0 0 0 .3  0 0 0 0 .22  0 0 0 0 .16  .9 .4 0 0 -.5"/><feComposite in2="SourceGraphic" operator="in"/></filter>
  </defs>
  <rect width="800" height="800" fill="url(#sky)"/>
  <g filter="url(#blur)" fill="#fff" opacity=".22"><circle cx="120" cy="150" r="90"/><circle cx="690" cy="230" r="120"/><circle cx="640" cy="640" r="70"/><circle cx="70" cy="520" r="60"/></g>
  <path d="M170 800c0-150 90-230 230-230s230 80 230 230z" fill="${fur}"/>
  <path d="M300 800c0-120 40-190 100-190s100 70 100 190z" fill="${light}"/>
  ${EARS[look.kind](look)}
  <path d="M400 210c130 0 208 90 208 208 0 116-92 190-208 190s-208-74-208-190c0-118 78-208 208-208z" fill="${fur}"/>
  <path d="M400 214c-26 60-26 130 0 220 26-90 26-160 0-220z" fill="${light}" opacity=".85"/>
  <path d="M400 210c130 0 208 90 208 208 0 116-92 190-208 190s-208-74-208-190c0-118 78-208 208-208z" fill="url(#shade)"/>
  ${face(look)}
  <g filter="url(#grain)" opacity=".9"><path d="M170 800c0-150 90-230 230-230s230 80 230 230z"/><circle cx="400" cy="410" r="204"/></g>
</svg>`;
}
