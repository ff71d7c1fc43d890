import type { Listing } from '@petstore/client';
import { type DragEvent, useId, useState } from 'react';
import { ErrorNote } from '../../ui/error-note.tsx';
import { OFFERED_FILES } from '../photo-files/prepare-photo.ts';
import { Cover, Picture } from './cover.tsx';
import { TEXTS } from './listing-texts.ts';
import { PhotoActions } from './photo-actions.tsx';
import { type Upload, usePhotoUploads } from './use-photo-uploads.ts';

interface PhotosProps {
  listing: Listing;
  mayChange: boolean;
}

/** The photos of an animal, the cover first. Pictures are added by a button, by a phone's camera, or by dropping files. */
export function Photos({ listing: { pet, photos }, mayChange }: PhotosProps) {
  const { uploads, add, retry, forget } = usePhotoUploads(pet.id);
  const drop = useDrop(mayChange, add);
  return (
    <div className={drop.isOver ? 'photos drop' : 'photos'} {...drop.handlers}>
      {photos.length === 0 && <Cover photo={undefined} name={pet.name} />}
      {photos.length > 0 && (
        <ul className="photo-list">
          {photos.map((photo, position) => (
            <li key={photo.id}>
              <Picture
                photo={photo}
                name={pet.name}
                width={position === 0 ? 800 : 320}
                isEager={position === 0}
              />
              {mayChange && <PhotoActions pet={pet} photo={photo} position={position} />}
            </li>
          ))}
        </ul>
      )}
      <ul className="uploads" aria-live="polite">
        {uploads.map((upload) => (
          <UploadState
            key={upload.id}
            upload={upload}
            onRetry={() => retry(upload)}
            onDismiss={() => forget(upload.id)}
          />
        ))}
      </ul>
      {mayChange && <AddPhotos onFiles={add} />}
    </div>
  );
}

function AddPhotos({ onFiles }: { onFiles(files: Iterable<File>): void }) {
  const id = useId();
  return (
    <div className="add-photos">
      <label htmlFor={id}>{TEXTS.addPhotos}</label>
      <input
        id={id}
        type="file"
        multiple
        accept={OFFERED_FILES}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <p className="hint">{TEXTS.photoHint}</p>
    </div>
  );
}

interface UploadStateProps {
  upload: Upload;
  onRetry(): void;
  onDismiss(): void;
}

function UploadState({ upload: { file, error }, onRetry, onDismiss }: UploadStateProps) {
  if (error === undefined) return <li className="hint">{TEXTS.adding(file.name)}</li>;
  return (
    <li>
      <p>{TEXTS.wasNotAdded(file.name)}</p>
      <ErrorNote error={error} onRetry={onRetry} />
      <button type="button" className="quiet" onClick={onDismiss}>
        {TEXTS.dismiss}
      </button>
    </li>
  );
}

function useDrop(isEnabled: boolean, onFiles: (files: Iterable<File>) => void) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, handlers: isEnabled ? handlers : {} };
}
