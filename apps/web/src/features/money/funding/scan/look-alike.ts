/** Addresses that look the same where a person looks. Pure. */

const ENDS = 4;
/** The first four and last four characters are the same, the rest is not: as the server judges it. */
export function isAlike(saved: string, scanned: string): boolean {
  const [left, right] = [saved.toLowerCase(), scanned.toLowerCase()];
  return (
    left !== right &&
    left.slice(0, ENDS) === right.slice(0, ENDS) &&
    left.slice(-ENDS) === right.slice(-ENDS)
  );
}

/** For each character of `address`, whether it differs from the other's at its place; and how many do. */
export function differencesFrom(address: string, other: string) {
  const marks = [...address].map((letter, at) => letter !== other[at]);
  return { marks, count: marks.filter(Boolean).length };
}
