import { type RefObject, useState } from 'react';
import { TEXTS } from './exports-texts.ts';

/** Opens the browser's dialog when the photos are loaded: a photo that is missing then would be blank on paper. */
export function PrintButton({ list }: { list: RefObject<HTMLElement | null> }) {
  const [isLoading, setLoading] = useState(false);
  const [missing, setMissing] = useState(0);
  const printWhenLoaded = async () => {
    setLoading(true);
    const notLoaded = await photosNotLoaded(list.current);
    setLoading(false);
    setMissing(notLoaded);
    if (notLoaded === 0) print();
  };
  return (
    <>
      <p role="alert">{missing > 0 && TEXTS.missingPhotos(missing)}</p>
      {missing > 0 ? (
        <button type="button" onClick={() => print()}>
          {TEXTS.printWithout}
        </button>
      ) : (
        <button type="button" className="primary" disabled={isLoading} onClick={printWhenLoaded}>
          {isLoading ? TEXTS.loadingPhotos : TEXTS.print}
        </button>
      )}
    </>
  );
}

/** Waits until the photos of a list are loaded. Returns how many could not be. */
async function photosNotLoaded(list: Element | null): Promise<number> {
  const photos = [...(list?.querySelectorAll('img') ?? [])];
  await Promise.all(photos.map(loaded));
  return photos.filter(({ naturalWidth }) => naturalWidth === 0).length;
}

function loaded(photo: HTMLImageElement): Promise<unknown> | undefined {
  if (photo.complete) return undefined;
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) photo.addEventListener(end, resolve, { once: true });
  });
}
