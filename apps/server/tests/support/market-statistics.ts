/** Stylised facts of a market, as in quantitative finance. */

/** Of one market: a row per open minute. */
export interface MinuteSeries {
  /** Epoch milliseconds. */
  readonly start: number[];
  readonly close: number[];
  readonly volume: number[];
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}

export function correlation(left: readonly number[], right: readonly number[]): number {
  const [a, b] = [mean(left), mean(right)];
  const shared = mean(left.map((value, index) => (value - a) * ((right[index] ?? 0) - b)));
  return shared / (deviation(left) * deviation(right));
}

/** 0 for normally distributed values. */
export function excessKurtosis(values: readonly number[]): number {
  const centre = mean(values);
  const square = mean(values.map((value) => (value - centre) ** 2));
  return mean(values.map((value) => (value - centre) ** 4)) / (square * square) - 3;
}

/** With itself some steps before. */
export const autocorrelation = (values: readonly number[], lag: number): number =>
  correlation(values.slice(lag), values.slice(0, -lag));

/** Log returns over a number of rows, without overlap. */
export function returnsOver(close: readonly number[], rows: number): number[] {
  const returns: number[] = [];
  for (let row = rows; row < close.length; row += rows) {
    returns.push(Math.log((close[row] ?? 1) / (close[row - rows] ?? 1)));
  }
  return returns;
}
