import type { Photo } from '@petstore/client';
import { useEffect, useRef, useState } from 'react';
import { sourceOf } from '../listing/cover.tsx';
import { TEXTS } from './photos-texts.ts';

/** A photo on a canvas, because a rotated picture keeps the shape of its place as it was. */
export function RotatedPicture({ photo, degrees }: { photo: Photo; degrees: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<HTMLImageElement>();
  const source = sourceOf(photo, 800);
  useEffect(() => {
    const image = new Image();
    image.onload = () => setPicture(image);
    image.src = source;
    return () => {
      image.onload = null;
    };
  }, [source]);
  useEffect(() => {
    if (canvas.current !== null && picture !== undefined) draw(canvas.current, picture, degrees);
  }, [picture, degrees]);
  return <canvas ref={canvas} role="img" aria-label={TEXTS.rotatedBy(degrees)} width={400} height={300} />;
}

function draw(canvas: HTMLCanvasElement, picture: HTMLImageElement, degrees: number): void {
  const { naturalWidth, naturalHeight } = picture;
  const isOnItsSide = degrees % 180 !== 0;
  canvas.width = isOnItsSide ? naturalHeight : naturalWidth;
  canvas.height = isOnItsSide ? naturalWidth : naturalHeight;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(picture, -naturalWidth / 2, -naturalHeight / 2);
}
