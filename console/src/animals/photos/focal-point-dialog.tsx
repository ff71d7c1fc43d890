import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { objectPosition, sourceOf, UPPER_THIRD } from '../listing/cover.tsx';
import type { PhotoDialogProps } from './photo-dialogs.tsx';
import { TEXTS } from './photos-texts.ts';
import { stepOf } from './step-of.ts';
import { usePhotoSave } from './use-photo-save.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The dialog to choose, by a click or by keys, what of a photo stays visible where it is cut. */
export function FocalPointDialog({ pet, photo, onClose }: PhotoDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [point, setPoint] = useState<Point>(photo.focalPoint ?? UPPER_THIRD);
  const save = usePhotoSave(pet, photo, {
    valuesOf: ({ focalPoint }) => ({ focalPoint: textOf(focalPoint ?? UPPER_THIRD) }),
    changeIn: () => ({ focalPoint: point }),
    onSaved: () => dialog.current?.close(SAVED),
  });
  const stage = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setPoint(pointAt(event));
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) setPoint(pointAt(event));
    },
  };
  const moveByKey = (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (step === undefined) return;
    event.preventDefault();
    setPoint(({ x, y }) => ({ x: percent(x + step.x), y: percent(y + step.y) }));
  };
  const where = textOf(point);
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.focalPoint}
      submit={TEXTS.saveSubmit}
      mutation={save}
      onSubmit={(_data, form) => save.submit(form)}
      onClose={onClose}
    >
      <input type="hidden" name="focalPoint" value={where} data-label={TEXTS.focalPoint} />
      <p className="hint">{TEXTS.focalPointHelp}</p>
      <div className="photo-stage">
        <div className="photo-frame" {...stage}>
          <img src={sourceOf(photo, 800)} alt={photo.alt} draggable={false} />
          <button
            type="button"
            className="focal-mark"
            aria-label={where}
            style={{ left: `${point.x}%`, top: `${point.y}%` }}
            onKeyDown={moveByKey}
          />
        </div>
      </div>
      <p role="status" className="hint">
        {where}
      </p>
      <p className="hint">{TEXTS.framedAs}</p>
      <div className="framed-as" aria-hidden="true">
        {['card', 'square', 'preview'].map((shape) => (
          <img
            key={shape}
            className={shape}
            src={sourceOf(photo, 320)}
            alt=""
            style={{ objectPosition: objectPosition(point) }}
          />
        ))}
      </div>
    </FormDialog>
  );
}

function textOf({ x, y }: Point): string {
  return TEXTS.focalPointAt(x, y);
}

function pointAt({ currentTarget, clientX, clientY }: PointerEvent): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return {
    x: percent(((clientX - left) / width) * 100),
    y: percent(((clientY - top) / height) * 100),
  };
}

function percent(value: number): number {
  return Math.min(100, Math.max(0, Math.round(value)));
}
