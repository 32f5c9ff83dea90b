/** Scales a series of values into the path of a sparkline. */

const INSET = 2;

/** Fewer than two points give an empty path. Floats are fine here: the values are never printed. */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * width;
    const share = span === 0 ? 0.5 : (value - low) / span;
    const y = INSET + (1 - share) * (height - INSET * 2);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
