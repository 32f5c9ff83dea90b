/** Where the prices of a coin, its buys and their average are drawn; pure. */
export interface Point {
  /** Epoch ms. */
  readonly at: number;
  readonly price: number;
}

export interface Drawing {
  /** Of the price line. Empty without two prices. */
  readonly line: string;
  readonly dots: readonly { x: number; y: number; isBought: boolean }[];
  /** Undefined without an average. */
  readonly average: number | undefined;
  /** Horizontal lines with their prices. */
  readonly grid: readonly { y: number; price: number }[];
  readonly last: { y: number; price: number } | undefined;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

const PAD = 12;
const GRID_LINES = 3;

/** `buys` without a price (skipped) are drawn on the line; those after the last price are not: they were skipped in advance. */
export function drawPrices(
  given: {
    closes: readonly Point[];
    buys: readonly { at: number; price: number | undefined }[];
    average: number | undefined;
  },
  { width, height }: Box,
): Drawing {
  const { closes, average } = given;
  const buys = given.buys.filter(({ at }) => at <= (closes.at(-1)?.at ?? 0));
  const priced = buys.flatMap(({ price }) => price ?? []);
  const prices = [...closes.map(({ price }) => price), ...priced, ...(average ? [average] : [])];
  const [from, until] = [closes[0]?.at, closes.at(-1)?.at];
  if (from === undefined || until === undefined || closes.length < 2 || until === from) {
    return { line: '', dots: [], average: undefined, grid: [], last: undefined };
  }
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const span = high - low || high || 1;
  const x = (at: number) => (Math.max(at, from) - from) * (width / (until - from));
  const y = (price: number) => PAD + (1 - (price - low) / span) * (height - 2 * PAD);
  const onLine = (at: number) =>
    closes.reduce((near, each) => (Math.abs(each.at - at) < Math.abs(near.at - at) ? each : near))
      .price;
  const round = (value: number) => Math.round(value * 10) / 10;
  const last = closes.at(-1)!;
  return {
    line: closes
      .map(({ at, price }, index) => `${index === 0 ? 'M' : 'L'}${round(x(at))} ${round(y(price))}`)
      .join(''),
    dots: buys.map(({ at, price }) => {
      return { x: round(x(at)), y: round(y(price ?? onLine(at))), isBought: price !== undefined };
    }),
    average: average === undefined ? undefined : round(y(average)),
    grid: Array.from({ length: GRID_LINES }, (_, index) => {
      const price = low + (span * index) / (GRID_LINES - 1);
      return { y: round(y(price)), price };
    }),
    last: { y: round(y(last.price)), price: last.price },
  };
}
