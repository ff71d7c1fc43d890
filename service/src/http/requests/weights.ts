const ELEMENT = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/**
 * Returns the weight of each element of an `Accept-*` header (RFC 9110, section 12.4.2), by its name in lower case. A
 * malformed element is ignored.
 */
export function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.split(',')) {
    const [, name, weight = '1'] = ELEMENT.exec(element) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight));
  }
  return weights;
}
