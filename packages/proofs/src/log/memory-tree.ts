/** A small tree in memory: its root, and the inclusion path of each leaf. Of the same shape as a stored one. */
import type { NodeScheme } from './tree-hash.ts';

export interface MemoryTree {
  readonly root: Uint8Array;
  /** The inclusion proof of a leaf, its sibling first. */
  path(index: number): Uint8Array[];
}

/** Undefined without leaves, or when a node above them would be invalid. */
export function memoryTree(
  scheme: NodeScheme,
  leaves: readonly Uint8Array[],
): MemoryTree | undefined {
  const rows: Uint8Array[][] = [[...leaves]];
  for (let row = rows[0] ?? []; row.length > 1; row = rows.at(-1) ?? []) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < row.length; at += 2) {
      const [left, right] = [row[at] as Uint8Array, row[at + 1]];
      // A last node without a neighbour moves up as it is: RFC 6962's shape.
      const parent = right === undefined ? left : scheme.combine(left, right);
      if (parent === undefined) return undefined;
      above.push(parent);
    }
    rows.push(above);
  }
  const root = rows.at(-1)?.[0];
  if (root === undefined) return undefined;
  return {
    root,
    path: (index) =>
      rows.slice(0, -1).flatMap((row, height) => {
        const place = Math.floor(index / 2 ** height);
        const sibling = row[place % 2 === 0 ? place + 1 : place - 1];
        return sibling === undefined ? [] : [sibling];
      }),
  };
}
