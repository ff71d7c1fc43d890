/** An import stops and can continue: the service stops, the user interrupts it, or another process runs it. */
export class ImportInterrupted extends Error {
  override name = 'ImportInterrupted';
}

export function interrupted(): ImportInterrupted {
  return new ImportInterrupted('The import was interrupted.');
}
