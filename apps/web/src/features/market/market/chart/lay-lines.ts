/** Where the labels of lines are drawn on a chart: pixels from the top of the candles. Pure. */

/** Height of a label with its gap. */
const ROW = 26;
const HALF = ROW / 2;
/** With more lines in view, labels fold to the price at the axis. */
const UNFOLDED_MAX = 6;
/** The price at the axis never moves for a label. */
const FIXED = 1_000;

export interface PlacedLine {
  /** Of the line. */
  y: number;
  /** The middle of its label: labels that meet are stacked, and their lines stay. */
  label: number;
  isFolded: boolean;
  /** The price is outside the view; of several only the nearest is shown. */
  edge: 'above' | 'below' | undefined;
}

interface Room {
  height: number;
  /** Of the last price, whose own label stands at the axis. */
  lastY: number | undefined;
}

/** One place for each line; undefined for one that is not drawn. */
export function layLines(
  ys: readonly (number | undefined)[],
  { height, lastY }: Room,
): (PlacedLine | undefined)[] {
  const isInside = (y: number | undefined) => y !== undefined && y >= 0 && y <= height;
  const above = nearest(ys, (y) => (y < 0 ? y : undefined));
  const below = nearest(ys, (y) => (y > height ? -y : undefined));
  const rows: { y: number; weight: number; index: number | undefined }[] = ys.flatMap((y, index) =>
    y !== undefined && isInside(y) ? [{ y, weight: 1, index }] : [],
  );
  const isFolded = rows.length > UNFOLDED_MAX;
  if (lastY !== undefined && isInside(lastY)) {
    rows.push({ y: lastY, weight: FIXED, index: undefined });
  }
  rows.sort((one, other) => one.y - other.y);
  const top = HALF + (above === undefined ? 0 : ROW);
  const bottom = height - HALF - (below === undefined ? 0 : ROW);
  const labels = stack(rows, { top, bottom });
  const placed: (PlacedLine | undefined)[] = ys.map(() => undefined);
  for (const [at, { y, index }] of rows.entries()) {
    if (index !== undefined) placed[index] = { y, label: labels[at]!, isFolded, edge: undefined };
  }
  if (above !== undefined) {
    placed[above] = { y: 0, label: HALF, isFolded: true, edge: 'above' };
  }
  if (below !== undefined) {
    placed[below] = { y: height, label: height - HALF, isFolded: true, edge: 'below' };
  }
  return placed;
}

interface Block {
  count: number;
  weight: number;
  /** Where its first label is wanted, times the weight. */
  sum: number;
}

/** Labels as near to their lines as they can be without meeting, from top to bottom; closer together where there is no room. */
function stack(
  rows: readonly { y: number; weight: number }[],
  { top, bottom }: { top: number; bottom: number },
): number[] {
  const gap = Math.min(ROW, (bottom - top) / Math.max(1, rows.length - 1));
  const blocks: Block[] = [];
  const startOf = ({ sum, weight, count }: Block) =>
    Math.max(top, Math.min(bottom - (count - 1) * gap, sum / weight));
  for (const { y, weight } of rows) {
    let block: Block = { count: 1, weight, sum: y * weight };
    for (;;) {
      const before = blocks.at(-1);
      if (!before || startOf(before) + before.count * gap <= startOf(block)) break;
      blocks.pop();
      block = {
        count: before.count + block.count,
        weight: before.weight + block.weight,
        sum: before.sum + block.sum - block.weight * before.count * gap,
      };
    }
    blocks.push(block);
  }
  return blocks.flatMap((block) => {
    const start = startOf(block);
    return Array.from({ length: block.count }, (_, at) => start + at * gap);
  });
}

/** The index of the largest value of those that have one. */
function nearest(
  ys: readonly (number | undefined)[],
  valueOf: (y: number) => number | undefined,
): number | undefined {
  let [found, most] = [undefined as number | undefined, Number.NEGATIVE_INFINITY];
  for (const [index, y] of ys.entries()) {
    const value = y === undefined ? undefined : valueOf(y);
    if (value !== undefined && value > most) [found, most] = [index, value];
  }
  return found;
}
