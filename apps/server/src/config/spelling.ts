/** Finds environment variables that are probably misspelt settings. */

/** Only these prefixes are ours alone: others, such as DATABASE_ or SMTP_, also name variables of other programs. */
const OUR_PREFIX = /^(EVM|HTX|QUOTES|TRON)_/;

/** How many changes a misspelt name may have: short names resemble names of other programs (MODE, NODE, HOME). */
function changesAllowed(name: string): number {
  if (name.length <= 5) return 0;
  return name.length < 10 ? 1 : 2;
}

/** One sentence for each variable that is no setting and resembles one; values never appear. */
export function misspelt(
  variables: readonly string[],
  settings: readonly string[],
): readonly string[] {
  return variables
    .filter((variable) => !settings.includes(variable))
    .flatMap((variable) => {
      const meant = nearest(variable, settings);
      if (meant !== undefined) return [`${variable} is no setting; did you mean ${meant}?`];
      return OUR_PREFIX.test(variable) ? [`${variable} is no setting`] : [];
    });
}

function nearest(variable: string, settings: readonly string[]): string | undefined {
  const upper = variable.toUpperCase();
  const near = settings
    .map((name) => ({ name, changes: changesBetween(upper, name) }))
    .filter(({ name, changes }) => changes <= changesAllowed(name));
  return near.toSorted((one, other) => one.changes - other.changes)[0]?.name;
}

/** Letters to add, remove, replace or swap with their neighbour. */
function changesBetween(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1];
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      next[to] = Math.min(
        (row[to] ?? 0) + 1,
        (next[to - 1] ?? 0) + 1,
        (row[to - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && at > 1 && to > 1 ? (before[to - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
