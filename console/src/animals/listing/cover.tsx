import type { Photo } from '@petstore/client';
import { useState } from 'react';
import { deName } from '../../texts/french.ts';
import { inLanguage } from '../../texts/in-language.ts';
import './cover.css';

const TEXTS = inLanguage({
  en: { photoOf: (name: string) => `Photo of ${name}` },
  es: { photoOf: (name) => `Foto de ${name}` },
  fr: { photoOf: (name) => `Photo ${deName(name)}` },
  de: { photoOf: (name) => `Foto von ${name}` },
});

/** The widths in which pictures are stored. */
type PhotoWidth = 320 | 800 | 1600;

interface PictureProps {
  photo: Photo;
  /** The text if the photo has none. */
  name: string;
  /** The width of the picture on a small screen. */
  width: PhotoWidth;
  /** Loaded although it is not visible yet: what was never loaded is blank on paper. */
  isEager?: boolean;
}

/** In percent. Also of photos in events that an older version recorded. */
export const UPPER_THIRD = { x: 50, y: 20 };

/** Returns where a picture is in a place of another shape, as `object-position`. */
export function objectPosition({ x, y }: NonNullable<Photo['focalPoint']> = UPPER_THIRD): string {
  return `${x}% ${y}%`;
}

/** One photo, framed by its focal point. Its colour fills its place until it is loaded. */
export function Picture({ photo, name, width, isEager = false }: PictureProps) {
  return (
    <img
      className="picture"
      src={sourceOf(photo, width)}
      alt={photo.alt === '' ? TEXTS.photoOf(name) : photo.alt}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      style={{ backgroundColor: photo.color, objectPosition: objectPosition(photo.focalPoint) }}
    />
  );
}

/** Returns the address of a file of a photo. The picture is read from the service that sent this page, whatever its public address is. */
export function sourceOf({ id }: Pick<Photo, 'id'>, width: PhotoWidth): string {
  return `/photos/${id}/${width}.webp`;
}

/** The cover of an animal, or a drawing in its place. Its size never changes. */
export function Cover({ photo, name }: { photo: Photo | undefined; name: string }) {
  const [broken, setBroken] = useState<string>();
  return (
    <div className="cover" onErrorCapture={() => setBroken(photo?.id)}>
      {photo === undefined || photo.id === broken ? (
        <Paw />
      ) : (
        <Picture photo={photo} name={name} width={320} />
      )}
    </div>
  );
}

function Paw() {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className="paw">
      <ellipse cx="32" cy="42" rx="14" ry="11" />
      <ellipse cx="14" cy="29" rx="5.5" ry="8" transform="rotate(-22 14 29)" />
      <ellipse cx="26" cy="19" rx="5.5" ry="8.5" transform="rotate(-6 26 19)" />
      <ellipse cx="38" cy="19" rx="5.5" ry="8.5" transform="rotate(6 38 19)" />
      <ellipse cx="50" cy="29" rx="5.5" ry="8" transform="rotate(22 50 29)" />
    </svg>
  );
}
