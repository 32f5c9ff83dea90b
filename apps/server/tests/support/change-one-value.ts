/** Documents with one value changed, to see that a verifier reads it. */

type Path = readonly string[];

/** The paths of all values that contain no others. */
export function leavesOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, entry]) => leavesOf(entry, [...at, name]));
}

/** A copy with another value at that path. */
export function changed(document: unknown, at: Path): unknown {
  const copy = structuredClone(document) as Record<string, unknown>;
  const holder = at.slice(0, -1).reduce((value, name) => value[name] as typeof copy, copy);
  const name = at.at(-1)!;
  const value = holder[name];
  if (typeof value === 'number') holder[name] = value + 1;
  else if (typeof value === 'string')
    holder[name] = `${value.slice(0, -1)}${value.endsWith('1') ? '2' : '1'}`;
  else holder[name] = 1;
  return copy;
}
