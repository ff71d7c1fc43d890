import type { Listing, Photo } from '@petstore/client';
import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';
import { moved, placeAfterKey } from './photo-order.ts';
import { TEXTS } from './photos-texts.ts';
import { usePhotoChange } from './use-photo-change.ts';

/** Where a photo is dragged from and to, by the places. */
export interface Drag {
  readonly from: number;
  readonly to: number;
}

interface Move {
  readonly id: string;
  readonly position: number;
}

/** The order of the photos of an animal, which shows a move at once. Each photo is moved by dragging, by keys or by a button. */
export function usePhotoOrder(
  { pet, photos }: Pick<Listing, 'pet' | 'photos'>,
  list: RefObject<HTMLElement | null>,
) {
  const [drag, setDrag] = useState<Drag>();
  const [pending, setPending] = useState<readonly Photo[]>();
  const [announcement, setAnnouncement] = useState('');
  const change = usePhotoChange(pet, (petstore, { id, position }: Move) =>
    petstore.photos.change(pet.id, id, { position }),
  );
  const shown = pending ?? photos;
  const move = (from: number, to: number) => {
    const photo = shown[from];
    if (photo === undefined || from === to || change.isPending) return;
    setPending(moved(shown, from, to));
    setAnnouncement(TEXTS.isAtPlace(to + 1, shown.length));
    const show = { onSettled: () => setPending(undefined), onError: () => setAnnouncement('') };
    change.mutate({ id: photo.id, position: to }, show);
  };
  const handleOf = (place: number) => ({
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && drag !== undefined) setDrag(undefined);
      const to = placeAfterKey(event.key, place, shown.length);
      if (to === undefined) return;
      event.preventDefault();
      move(place, to);
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: place, to: place });
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag?.from !== place) return;
      const to = placeAt(list.current, event);
      if (to !== undefined && to !== drag.to) setDrag({ from: place, to });
    },
    onPointerUp: () => {
      if (drag !== undefined) move(drag.from, drag.to);
      setDrag(undefined);
    },
    onPointerCancel: () => setDrag(undefined),
  });
  return { shown, drag, move, handleOf, announcement, error: change.error };
}

/** Returns the place of the photo under the pointer. */
function placeAt(list: HTMLElement | null, { clientX, clientY }: PointerEvent): number | undefined {
  const place = [...(list?.children ?? [])].findIndex((tile) => {
    const { left, right, top, bottom } = tile.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  });
  return place === -1 ? undefined : place;
}
