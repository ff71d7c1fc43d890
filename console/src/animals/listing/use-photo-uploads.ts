import { useState } from 'react';
import { applyListing } from '../../queries/listing-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { preparePhoto } from '../photo-files/prepare-photo.ts';

/** A picture that is being added, or that was rejected. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly error: Error | undefined;
}

/** Adds pictures to one animal, one after the other, in the order in which they were chosen. */
export function usePhotoUploads(petId: bigint) {
  const { petstore, queries } = useSession();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [queue] = useState(() => new Queue());
  const forget = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id));
  const fail = (id: number, error: Error) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, error } : upload)));
  const send = async ({ id, file }: Upload) => {
    try {
      await petstore.photos.add(petId, await preparePhoto(file));
      applyListing(queries, await petstore.listings.get(petId));
      forget(id);
    } catch (error) {
      fail(id, error instanceof Error ? error : new Error(String(error)));
    }
  };
  const add = (files: Iterable<File>) => {
    const added = Array.from(files, (file): Upload => ({ id: queue.nextId(), file, error: undefined }));
    setUploads((all) => [...all, ...added]);
    for (const upload of added) queue.run(() => send(upload));
  };
  const retry = (upload: Upload) => {
    forget(upload.id);
    add([upload.file]);
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
