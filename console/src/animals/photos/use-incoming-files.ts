import { type DragEvent, useEffect, useState } from 'react';

type OnFiles = (files: Iterable<File>) => void;

/** Takes the files that are dropped on an element. */
export function useDrop(isEnabled: boolean, onFiles: OnFiles) {
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

/** Takes the pictures that are pasted while no field has the focus and no dialog is open. */
export function usePaste(isEnabled: boolean, onFiles: OnFiles): void {
  useEffect(() => {
    if (!isEnabled) return;
    const paste = ({ clipboardData, target }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      const isForField = target instanceof Element && target.closest('input, textarea, dialog') !== null;
      if (files.length > 0 && !isForField) onFiles(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });
}
