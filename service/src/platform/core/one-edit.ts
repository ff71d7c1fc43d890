/** Returns true if at most one letter is wrong, missing or added, or two neighbours are exchanged. */
export function isOneEditAway(name: string, expected: string): boolean {
  let start = 0;
  while (start < expected.length && name[start] === expected[start]) start += 1;
  const [rest, right] = [name.slice(start), expected.slice(start)];
  const isExchanged = rest[0] === right[1] && rest[1] === right[0] && rest.slice(2) === right.slice(2);
  const isReplaced = rest.slice(1) === right.slice(1);
  return isExchanged || isReplaced || rest.slice(1) === right || rest === right.slice(1);
}
