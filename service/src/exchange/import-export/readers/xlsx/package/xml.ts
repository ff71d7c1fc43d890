// cspell:ignore opentag closetag processinginstruction
import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { damaged } from './sheet-fault.ts';

/** Parts of workbooks have fewer than 20 levels. The parser searches all of them for a namespace, so more would take long. */
const MAX_DEPTH = 30;
/**
 * The characters of one tag, one text, or one other piece of markup. The parser joins it of one piece for each special character,
 * and with millions of them the collection of garbage would take minutes. A cell has at most 32,767 characters.
 */
const MAX_TOKEN_LENGTH = 1 << 21;
/** One piece contains few enough rows for the memory, although each can have many empty values. */
const PIECE_LENGTH = 1 << 14;

/** Attributes by their names, with their prefix. */
export type Attributes = Readonly<Record<string, { readonly local: string; readonly value: string }>>;

/** Receives the elements by their local names, because programs choose their own prefixes. The root has the depth 0. */
export interface XmlHandler {
  open(name: string, attributes: Attributes, depth: number): void;
  close(name: string, depth: number): void;
  text(text: string): void;
}

/** @throws {SheetFault} if it is not well-formed. */
export async function readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of parseXml(bytes, handler));
}

/**
 * Parses a part, and yields after each piece, when the handler may have something complete.
 *
 * @throws {SheetFault} if it is not well-formed, or contains a document type.
 */
export async function* parseXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  const tokens = { isComplete: false };
  const parser = createParser(handler, tokens);
  let tokenLength = 0;
  for await (const text of decode(bytes)) {
    for (let at = 0; at < text.length; at += PIECE_LENGTH) {
      const piece = text.slice(at, at + PIECE_LENGTH);
      tokens.isComplete = false;
      parser.write(piece);
      tokenLength = tokens.isComplete ? 0 : tokenLength + piece.length;
      if (tokenLength > MAX_TOKEN_LENGTH) throw damaged();
      yield;
    }
  }
  parser.close();
  yield;
}

/** @param tokens its `isComplete` becomes true when a piece of markup or a text ends. */
function createParser(handler: XmlHandler, tokens: { isComplete: boolean }): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  const complete = () => {
    tokens.isComplete = true;
  };
  parser.on('opentag', ({ local, attributes }) => {
    complete();
    if (depth > MAX_DEPTH) throw damaged();
    handler.open(local, attributes, depth);
    depth += 1;
  });
  parser.on('closetag', ({ local }) => {
    depth -= 1;
    handler.close(local, depth);
  });
  const addText = (text: string) => {
    complete();
    handler.text(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('comment', complete);
  parser.on('processinginstruction', complete);
  parser.on('doctype', () => {
    throw damaged();
  });
  parser.on('error', (error) => {
    throw damaged(error);
  });
  return parser;
}

async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    yield decodeNext(decoder, chunk);
  }
  if (decoder !== undefined) yield decodeNext(decoder);
}

/** Without a chunk, the part has ended. */
function decodeNext(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (cause) {
    throw damaged(cause);
  }
}

/** A part is in UTF-8 or UTF-16. Its first character is a byte order mark or `<`. */
function encodingOf([first, second]: Buffer): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

const ESCAPE = /_x([0-9a-f]{4})_/gi;

/** Decodes the escapes of Office Open XML: `_x000D_` is a carriage return and `_x005F_` an underscore. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
