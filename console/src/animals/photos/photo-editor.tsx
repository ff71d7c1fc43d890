import type { PhotoEdit } from '@petstore/client';
import { useRef, useState } from 'react';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { isWholePicture, rotatedArea, WHOLE_PICTURE } from './crop-area.ts';
import { CropBox } from './crop-box.tsx';
import type { PhotoDialogProps } from './photo-dialogs.tsx';
import { TEXTS } from './photos-texts.ts';
import { RotatedPicture } from './rotated-picture.tsx';
import { usePhotoChange } from './use-photo-change.ts';

/** The dialog to rotate and crop a photo. The service makes the new one, so that it is encoded once. */
export function PhotoEditor({ pet, photo, onClose }: PhotoDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [degrees, setDegrees] = useState(0);
  const [area, setArea] = useState(WHOLE_PICTURE);
  const close = () => dialog.current?.close(SAVED);
  const change = usePhotoChange(
    pet,
    (petstore, edit: PhotoEdit) => petstore.photos.edit(pet.id, photo.id, edit),
    close,
  );
  const rotate = (quarters: 1 | 3) => {
    setDegrees((before) => (before + quarters * 90) % 360);
    setArea((before) =>
      Array.from({ length: quarters }).reduce<typeof before>((one) => rotatedArea(one), before),
    );
  };
  const save = () => {
    const edit: PhotoEdit = {};
    if (degrees !== 0) edit.rotate = degrees;
    if (!isWholePicture(area)) edit.crop = area;
    if (Object.keys(edit).length === 0) close();
    else change.mutate(edit);
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.editPhoto}
      submit={TEXTS.saveSubmit}
      mutation={change}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="rotations">
        <button type="button" onClick={() => rotate(3)}>
          <span aria-hidden="true">↺</span> {TEXTS.rotateLeft}
        </button>
        <button type="button" onClick={() => rotate(1)}>
          <span aria-hidden="true">↻</span> {TEXTS.rotateRight}
        </button>
      </div>
      <div className="photo-stage">
        <div className="photo-frame cropping">
          <RotatedPicture photo={photo} degrees={degrees} />
          <CropBox area={area} onChange={setArea} />
        </div>
      </div>
      <p role="status" className="hint">
        {TEXTS.cropArea(area)}
      </p>
      <p className="hint">{TEXTS.editHelp}</p>
    </FormDialog>
  );
}
