/** Bytes, each as one character. Node sends a string in one piece with the headers, but a buffer in a second one, which takes longer. */
export type ByteString = string;

/** Returns the bytes of a text in UTF-8. */
export function byteString(text: string): ByteString {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}

export function bytesOf(bytes: ByteString): Buffer {
  return Buffer.from(bytes, 'latin1');
}
