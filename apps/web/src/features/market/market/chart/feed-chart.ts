/** Feeds bars to the chart: the first ones, older ones on scrolling back, live ones as they arrive. */
import type { Chart, DataLoader, KLineData } from 'klinecharts';
import type { Candle } from '../candle.ts';
import type { CandleHistory } from '../candle-history.ts';

/** For drawing only: prices are never printed from the chart's floats. */
function barOf({ start, open, high, low, close, amount }: Candle): KLineData {
  return {
    timestamp: start,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(amount),
  };
}

/** Starts feeding; returns the function that stops it. */
export function feedChart(chart: Chart, history: CandleHistory): () => void {
  let push: ((bar: KLineData) => void) | undefined;
  const loader: DataLoader = {
    getBars: async ({ type, callback }) => {
      if (type === 'init') callback(history.candles.map(barOf), { forward: history.hasOlder });
      else if (type !== 'forward') callback([]);
      else {
        const older = await history.loadOlder();
        callback(older.map(barOf), { forward: history.hasOlder && older.length > 0 });
      }
    },
    subscribeBar: ({ callback }) => {
      push = callback;
    },
    unsubscribeBar: () => {
      push = undefined;
    },
  };
  chart.setDataLoader(loader);
  return history.subscribe((change) => {
    if (change.kind === 'all') chart.resetData();
    else if (change.kind === 'tail') for (const candle of change.candles) push?.(barOf(candle));
  });
}
