import { useState } from 'react';
import { applyListing } from '../../queries/listing-queries.ts';
import { onUploadProgress } from '../../session/upload-progress.ts';
import { useSession } from '../../session/use-session.ts';
import { preparePhoto } from '../photo-files/prepare-photo.ts';

/** A picture that is being added, or that was rejected. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  /** The part that was sent: 0 to 1. Undefined until it is its turn. */
  readonly sent: number | undefined;
  readonly error: Error | undefined;
}

/** Adds pictures to one animal, one after the other, in the order in which they were chosen. A rejected one stops no other. */
export function usePhotoUploads(petId: bigint) {
  const { petstore, queries } = useSession();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [queue] = useState(() => new Queue());
  const forget = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id));
  const set = (id: number, change: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  const send = async ({ id, file }: Upload) => {
    try {
      const picture = await preparePhoto(file);
      set(id, { sent: 0 });
      onUploadProgress(picture, (bytes) => set(id, { sent: Math.min(1, bytes / picture.size) }));
      await petstore.photos.add(petId, picture);
      applyListing(queries, await petstore.listings.get(petId));
      forget(id);
    } catch (error) {
      set(id, { error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  const run = (upload: Upload) => queue.run(() => send(upload));
  const add = (files: Iterable<File>) => {
    const added = Array.from(
      files,
      (file): Upload => ({ id: queue.nextId(), file, sent: undefined, error: undefined }),
    );
    setUploads((all) => [...all, ...added]);
    for (const upload of added) run(upload);
  };
  const retry = (upload: Upload) => {
    set(upload.id, { sent: undefined, error: undefined });
    run(upload);
  };
  return { uploads, add, retry, forget };
}

/** Runs tasks one after the other. */
class Queue {
  #last: Promise<void> = Promise.resolve();
  #ids = 0;

  nextId(): number {
    this.#ids += 1;
    return this.#ids;
  }

  run(task: () => Promise<void>): void {
    this.#last = this.#last.then(task);
  }
}
