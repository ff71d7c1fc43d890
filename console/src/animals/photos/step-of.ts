interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns how far an arrow key moves something, in percent: ten times as far with Shift. Undefined for other keys. */
export function stepOf({ key, shiftKey }: PressedKey): { x: number; y: number } | undefined {
  const direction = DIRECTIONS[key];
  if (direction === undefined) return undefined;
  const [x, y] = direction.map((sign) => sign * (shiftKey ? 10 : 1));
  return { x: x ?? 0, y: y ?? 0 };
}
