import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { type CropArea, type CropHandle, movedArea } from './crop-area.ts';
import { TEXTS } from './photos-texts.ts';
import { stepOf } from './step-of.ts';

interface CropBoxProps {
  area: CropArea;
  onChange(area: CropArea): void;
}

const CORNERS = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'] as const;

/** The part of a picture that is kept. It and its corners are dragged, or moved by arrow keys. */
export function CropBox({ area, onChange }: CropBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  // What was dragged, as it was when the drag began.
  const start = useRef<{ area: CropArea; x: number; y: number }>(undefined);
  const handle = (name: CropHandle) => ({
    type: 'button' as const,
    className: `crop-${name}`,
    'aria-label': TEXTS.cropHandles[name],
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { area, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent) => {
      const frame = box.current?.parentElement?.getBoundingClientRect();
      if (start.current === undefined || frame === undefined) return;
      const byX = ((event.clientX - start.current.x) / frame.width) * 100;
      const byY = ((event.clientY - start.current.y) / frame.height) * 100;
      onChange(movedArea(start.current.area, name, byX, byY));
    },
    onPointerUp: () => {
      start.current = undefined;
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (step === undefined) return;
      event.preventDefault();
      onChange(movedArea(area, name, step.x, step.y));
    },
  });
  const { x, y, width, height } = area;
  return (
    <div
      ref={box}
      className="crop-box"
      style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }}
    >
      <button {...handle('all')} />
      {CORNERS.map((corner) => (
        <button key={corner} {...handle(corner)} />
      ))}
    </div>
  );
}
