/** Which files there are of each market: the first and the last date of each folder, as CSV. */
import { type Clock, dayOf, startOfDay } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { MarketData } from '../../market/market-data/index.ts';
import { historyOf, type Pricing, type SymbolState } from '../../market/pricing/index.ts';
import { firstMonthKept, type Keeping } from './keeping.ts';
import { dailyIntervals, type FileName, folderOf, klineIntervals, parsePath } from './names.ts';
import { readRanges } from './store.ts';

export interface RangeDeps {
  readonly database: Reader;
  readonly clock: Clock;
  readonly pricing: Pick<Pricing, 'states'>;
  readonly marketData: Pick<MarketData, 'candles'>;
  readonly keeping: Keeping;
}

const HEADER = 'span,kind,symbol,interval,first,last\n';
const EACH_FILE = ['trades', 'aggTrades'] as const;

/** One line for each folder with files; `simulated`: candles of such days are made when they are asked for. */
export async function rangesCsv(deps: RangeDeps): Promise<string> {
  const states = deps.pricing.states();
  const folders = states.flatMap(({ instrument }) => foldersOf(instrument.symbol.toUpperCase()));
  const lines: string[] = [];
  for (const { first, last } of await readRanges(deps.database, folders)) {
    const [from, to] = [parsePath(first), parsePath(last)];
    if (from !== undefined && to !== undefined) lines.push(lineOf(from, to.date));
  }
  for (const state of states) {
    const days = await simulatedDays(deps, state);
    if (days !== undefined) {
      const symbol = state.instrument.symbol.toUpperCase();
      lines.push(`simulated,klines,${symbol},,${days.first},${days.last}\n`);
    }
  }
  return HEADER + lines.join('');
}

const lineOf = ({ span, kind, symbol, interval, date }: FileName, last: string) =>
  `${span},${kind},${symbol},${interval ?? ''},${date},${last}\n`;

function foldersOf(symbol: string): string[] {
  const spans = [
    ['daily', dailyIntervals],
    ['monthly', Object.keys(klineIntervals) as (keyof typeof klineIntervals)[]],
  ] as const;
  return spans.flatMap(([span, intervals]) => [
    ...intervals.map((interval) => folderOf({ span, kind: 'klines', symbol, interval })),
    ...EACH_FILE.map((kind) => folderOf({ span, kind, symbol })),
  ]);
}

/** Ten years. */
const DAYS_MAX = 3_660;

async function simulatedDays(
  { marketData, keeping, clock }: RangeDeps,
  state: SymbolState,
): Promise<{ first: string; last: string } | undefined> {
  const history = historyOf(state);
  if (history === undefined) return undefined;
  const before = startOfDay(dayOf(history.endsAt));
  const query = { interval: '1day', limit: DAYS_MAX, before } as const;
  const kept = firstMonthKept(keeping, clock.now()) ?? '';
  const days = (await marketData.candles(state, query))
    .map(({ start }) => dayOf(start))
    .filter((day) => day >= kept);
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? undefined : { first, last };
}
