const ESCAPE = /_x([0-9a-f]{4})_/gi;

/** Decodes the escapes of Office Open XML: `_x000D_` is a carriage return and `_x005F_` an underscore. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
