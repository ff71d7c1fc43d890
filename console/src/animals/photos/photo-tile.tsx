import type { Pet, Photo } from '@petstore/client';
import { type HTMLAttributes, useState } from 'react';
import { partWhenOpened } from '../../ui/when-opened.tsx';
import { useMenu } from '../../use-menu.ts';
import { Picture } from '../listing/cover.tsx';
import { TEXTS } from './photos-texts.ts';
import type { Drag } from './use-photo-order.ts';

interface PhotoTileProps {
  pet: Pet;
  photo: Photo;
  place: number;
  count: number;
  drag: Drag | undefined;
  handle: HTMLAttributes<HTMLButtonElement>;
  onMove(to: number): void;
}

const DIALOGS = {
  focalPoint: partWhenOpened(async () => (await import('./focal-point-dialog.tsx')).FocalPointDialog),
  editor: partWhenOpened(async () => (await import('./photo-editor.tsx')).PhotoEditor),
  description: partWhenOpened(async () => (await import('./photo-dialogs.tsx')).PhotoDescription),
  removal: partWhenOpened(async () => (await import('./photo-dialogs.tsx')).PhotoRemoval),
} as const;

/** A photo with a handle to drag it, and a menu. */
export function PhotoTile({ pet, photo, place, count, drag, handle, onMove }: PhotoTileProps) {
  const menu = useMenu();
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const Dialog = open && DIALOGS[open];
  const which = TEXTS.whichPhoto(place + 1);
  const item = (text: string, onClick: () => void, isOffered = true) =>
    isOffered && (
      <button
        type="button"
        className="quiet"
        onClick={() => {
          menu.close();
          onClick();
        }}
      >
        {text}
        <span className="visually-hidden">{which}</span>
      </button>
    );
  return (
    <li className="photo-tile" data-drag={partInDrag(place, drag)}>
      <Picture photo={photo} name={pet.name} width={place === 0 ? 800 : 320} isEager={place === 0} />
      {place === 0 && <span className="main-photo">{TEXTS.mainPhoto}</span>}
      <div className="photo-actions" {...menu.container}>
        {count > 1 && (
          <button type="button" className="drag-handle" aria-label={TEXTS.move(place + 1, count)} {...handle}>
            <span aria-hidden="true">⠿</span>
          </button>
        )}
        <button type="button" aria-label={TEXTS.actionsOf(place + 1)} {...menu.button}>
          <span aria-hidden="true">⋯</span>
        </button>
        <div className="photo-menu" {...menu.items}>
          {item(TEXTS.setFocalPoint, () => setOpen('focalPoint'))}
          {item(TEXTS.edit, () => setOpen('editor'))}
          {item(TEXTS.describe, () => setOpen('description'))}
          {item(TEXTS.makeMain, () => onMove(0), place > 0)}
          {item(TEXTS.moveEarlier, () => onMove(place - 1), place > 0)}
          {item(TEXTS.moveLater, () => onMove(place + 1), place < count - 1)}
          {item(TEXTS.remove, () => setOpen('removal'))}
        </div>
      </div>
      {Dialog && <Dialog pet={pet} photo={photo} onClose={() => setOpen(undefined)} />}
    </li>
  );
}

/** Returns the part of a tile in a drag, for its style. */
function partInDrag(place: number, drag: Drag | undefined): 'from' | 'to' | undefined {
  if (drag === undefined || drag.from === drag.to) return undefined;
  if (drag.from === place) return 'from';
  return drag.to === place ? 'to' : undefined;
}
