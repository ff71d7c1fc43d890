const ITERATOR = Object.getPrototypeOf(Object.getPrototypeOf([].values()));

/**
 * What Safari 16.4, Firefox 115, Chrome 109 or Node 20 lack, or a page that was loaded over plain HTTP. The `fetch` of Node 24
 * needs a few more, such as `toWellFormed` of strings.
 */
const NEWER: ReadonlyArray<[owner: object, ...names: PropertyKey[]]> = [
  [URL, 'canParse', 'parse'],
  [URLSearchParams.prototype, 'size'],
  [AbortSignal, 'any'],
  [crypto, 'randomUUID'],
  [Object.getPrototypeOf(crypto), 'randomUUID'],
  [Promise, 'withResolvers', 'try'],
  [Object, 'groupBy'],
  [Map, 'groupBy'],
  [Map.prototype, 'getOrInsert', 'getOrInsertComputed'],
  [Array, 'fromAsync'],
  [Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with'],
  [Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference'],
  [Set.prototype, 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
  [ITERATOR, 'map', 'filter', 'flatMap', 'take', 'drop'],
  [ITERATOR, 'toArray', 'forEach', 'reduce', 'some'],
  [ITERATOR, 'every', 'find'],
  [ArrayBuffer.prototype, 'transfer', 'transferToFixedLength', 'resize'],
  [Uint8Array, 'fromBase64', 'fromHex'],
  [Uint8Array.prototype, 'toBase64', 'toHex', 'setFromBase64', 'setFromHex'],
  [JSON, 'rawJSON', 'isRawJSON'],
  [RegExp, 'escape'],
  [Error, 'isError'],
  [Response, 'json'],
  [Response.prototype, 'bytes'],
  [Blob.prototype, 'bytes', 'textStream'],
  [Headers.prototype, 'getSetCookie'],
  [ReadableStream, 'from'],
];

/** Removes the APIs that some supported runtime lacks, until the program ends. */
export function hideNewerApis(): void {
  for (const [owner, ...names] of NEWER) {
    for (const name of names) Reflect.deleteProperty(owner, name);
  }
}
