/** What the fields of a form have for a resource, by their names: a checkbox has a boolean, every other field a text. */
export type FormValues = Readonly<Record<string, string | boolean>>;

interface ThreeVersions {
  /** What the form had when it was opened, or what its user has been shown since. */
  readonly base: FormValues;
  /** What it has now. A field that it does not have is undefined: no one has changed it here. */
  readonly mine: Readonly<Record<string, string | boolean | undefined>>;
  /** What the newest version of the resource has. */
  readonly current: FormValues;
  /** Names of fields that are one value: if one was changed, all of them are taken from the form. */
  readonly together?: ReadonlyArray<readonly string[]>;
}

interface MergedValues {
  readonly changed: ReadonlySet<string>;
  /** The names of the fields that someone else has changed as well, to another value. */
  readonly conflicts: readonly string[];
}

/** Compares what was changed in a form with what others have changed meanwhile. */
export function mergeValues({ base, mine, current, together = [] }: ThreeVersions): MergedValues {
  const names = Object.keys(current).filter((name) => mine[name] !== undefined);
  const edited = names.filter((name) => !isSame(mine[name], base[name]));
  const groups = together.filter((group) => group.some((name) => edited.includes(name))).flat();
  const changed = new Set([...edited, ...groups.filter((name) => names.includes(name))]);
  const conflicts = [...changed].filter(
    (name) => !isSame(current[name], base[name]) && !isSame(current[name], mine[name]),
  );
  return { changed, conflicts };
}

type Value = string | boolean | undefined;

function isSame(one: Value, other: Value): boolean {
  return normal(one) === normal(other);
}

/** A field has the end of a line as one character, whatever it was set to. */
function normal(value: Value): Value {
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value;
}

/** Returns what a form sends: the newest version, with what was changed in the form. */
export function mergedForm(data: FormData, current: FormValues, changed: ReadonlySet<string>): FormData {
  const merged = new FormData();
  for (const [name, value] of data) merged.append(name, value);
  for (const [name, value] of Object.entries(current)) {
    if (changed.has(name)) continue;
    if (value === false) merged.delete(name);
    else merged.set(name, value === true ? 'on' : value);
  }
  return merged;
}

/** Returns the members that were changed in a form. */
export function onlyChanged<Members extends object>(
  members: Members,
  changed: ReadonlySet<string>,
): Partial<Members> {
  const entries = Object.entries(members).filter(([name]) => changed.has(name));
  return Object.fromEntries(entries) as Partial<Members>; // some of its own entries
}
