import type { Listing } from '@petstore/client';
import { useId, useRef } from 'react';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Cover, Picture } from '../listing/cover.tsx';
import { OFFERED_FILES } from '../photo-files/prepare-photo.ts';
import { PhotoTile } from './photo-tile.tsx';
import './photo-tiles.css';
import { TEXTS } from './photos-texts.ts';
import { UploadTile } from './upload-tile.tsx';
import { useDrop, usePaste } from './use-incoming-files.ts';
import { usePhotoOrder } from './use-photo-order.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';

interface PhotosProps {
  listing: Listing;
  mayChange: boolean;
}

/** The photos of an animal, the main one first. */
export function PhotoTiles({ listing, mayChange }: PhotosProps) {
  const { pet, photos } = listing;
  if (mayChange) return <OwnPhotos listing={listing} />;
  if (photos.length === 0) return <Cover photo={undefined} name={pet.name} />;
  return (
    <div className="photo-tiles">
      <ul className="photo-list">
        {photos.map((photo, place) => (
          <li key={photo.id} className="photo-tile">
            <Picture photo={photo} name={pet.name} width={place === 0 ? 800 : 320} isEager={place === 0} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Pictures are added by a tile, by a phone's camera, by dropping or by pasting files. */
function OwnPhotos({ listing }: { listing: Listing }) {
  const { pet } = listing;
  const list = useRef<HTMLUListElement>(null);
  const { uploads, add, retry, forget } = usePhotoUploads(pet.id);
  const order = usePhotoOrder(listing, list);
  const drop = useDrop(true, add);
  usePaste(true, add);
  return (
    <div className={drop.isOver ? 'photos drop' : 'photos'} {...drop.handlers}>
      <div className="photo-tiles">
        <ul className="photo-list" ref={list}>
          {order.shown.map((photo, place) => (
            <PhotoTile
              key={photo.id}
              pet={pet}
              photo={photo}
              place={place}
              count={order.shown.length}
              drag={order.drag}
              handle={order.handleOf(place)}
              onMove={(to) => order.move(place, to)}
            />
          ))}
        </ul>
        <ul className="uploads" aria-live="polite">
          {uploads.map((upload) => (
            <UploadTile
              key={upload.id}
              upload={upload}
              onRetry={() => retry(upload)}
              onDismiss={() => forget(upload.id)}
            />
          ))}
        </ul>
        <AddTile onFiles={add} />
      </div>
      <p className="hint">{TEXTS.photoHint}</p>
      <p role="status" className="visually-hidden">
        {order.announcement}
      </p>
      {order.error !== null && <ErrorNote error={order.error} />}
    </div>
  );
}

/** A phone offers its camera by a button of its own, which needs one step less. */
function AddTile({ onFiles }: { onFiles(files: Iterable<File>): void }) {
  return (
    <div className="add-tile">
      <FileButton className="add-photos" label={TEXTS.addPhotos} onFiles={onFiles} />
      <FileButton className="take-photo" label={TEXTS.takePhoto} isCamera onFiles={onFiles} />
    </div>
  );
}

interface FileButtonProps {
  className: string;
  label: string;
  isCamera?: boolean;
  onFiles(files: Iterable<File>): void;
}

function FileButton({ className, label, isCamera = false, onFiles }: FileButtonProps) {
  const id = useId();
  return (
    <div className={className}>
      <input
        id={id}
        type="file"
        multiple={!isCamera}
        capture={isCamera ? 'environment' : undefined}
        accept={OFFERED_FILES}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <label htmlFor={id}>
        {!isCamera && (
          <span className="plus" aria-hidden="true">
            +
          </span>
        )}
        {label}
      </label>
    </div>
  );
}
