/** Files of a market's simulated history, which is older than its first price: made when one of a month is asked for (ADR 80). */
import { DAY_MS } from '../../../platform/durations.ts';
import { historyOf, type Pricing, type SymbolState } from '../../market/pricing/index.ts';
import { makeDay, makeMonth } from './make-files.ts';
import { firstMonthKept, type Keeping } from './keeping.ts';
import { endOfMonth, type FileName, type Span, startOfMonth } from './names.ts';
import { type PublishDeps, publishUnit, type Unit } from './publish-unit.ts';
import { isDropped, readPublication } from './store.ts';
import { dayOf, startOfDay } from '../../../platform/clock.ts';

export interface PastDeps extends PublishDeps {
  readonly pricing: Pick<Pricing, 'states' | 'find'>;
  readonly keeping: Keeping;
}

/** Publishes the simulated days of a market's month, if it has any; not the day of its first price, which a job publishes. */
async function publishPastDays(
  deps: PublishDeps,
  state: SymbolState,
  month: string,
): Promise<void> {
  const before = Math.min(endOfMonth(month), beginOf(state));
  if (before <= startOfMonth(month)) return;
  const query = { interval: '1day', limit: DAYS_MAX, before } as const;
  const candles = await deps.marketData.candles(state, query);
  const days = candles.map(({ start }) => start).filter((start) => start >= startOfMonth(month));
  if (days.length === 0) return;
  await publishOnce(deps, {
    name: unitOf('daily', state, month),
    states: [state],
    async make() {
      const files = [];
      for (const start of days) files.push(...(await makeDay(deps, state, start)));
      return files;
    },
  });
}

/** Of a month. */
const DAYS_MAX = 31;

/** Of a month that was over before the first price. */
async function publishPastMonth(
  deps: PublishDeps,
  state: SymbolState,
  month: string,
): Promise<void> {
  await publishPastDays(deps, state, month);
  await publishOnce(deps, {
    name: unitOf('monthly', state, month),
    states: [state],
    make: () => makeMonth(deps, state, { month, days: 'past/' }),
  });
}

/** "past/BTCUSDT/2026-03", and of the files of the whole month "past/BTCUSDT/2026-03-month". */
const unitOf = (span: Span, { instrument }: SymbolState, month: string) =>
  `past/${instrument.symbol.toUpperCase()}/${month}${span === 'daily' ? '' : '-month'}`;

async function publishOnce(deps: PublishDeps, unit: Unit): Promise<void> {
  if ((await readPublication(deps.database, unit.name)) === undefined)
    await publishUnit(deps, unit);
}

/** The start of the day of the first price; minus infinity without simulated history. */
function beginOf(state: SymbolState): number {
  const history = historyOf(state);
  return history === undefined ? Number.NEGATIVE_INFINITY : startOfDay(dayOf(history.endsAt));
}

/** Months that are made or wait; a caller beyond has to come again. */
const WAITING_MAX = 4;

export interface PastFiles {
  /**
   * Publishes the files of the month that has this one, if it is of simulated history and they were not published before; otherwise
   * "nothing". "busy": others wait already.
   */
  publish(name: FileName): Promise<'published' | 'nothing' | 'busy'>;
}

/** One month after the other: each takes seconds of an instance. */
export function createPastFiles(deps: PastDeps): PastFiles {
  const underWay = new Map<string, Promise<void>>();
  let last = Promise.resolve();
  return {
    async publish(name) {
      const state = await stateOf(deps, name);
      if (state === undefined) return 'nothing';
      const month = monthOf(name);
      const unit = unitOf(name.span, state, month);
      if ((await readPublication(deps.database, unit)) !== undefined) return 'nothing';
      if (await isDropped(deps.database, unitOf('daily', state, month))) return 'nothing';
      let made = underWay.get(unit);
      if (made === undefined) {
        if (underWay.size >= WAITING_MAX) return 'busy';
        made = last.then(() => publishOf(name)(deps, state, month));
        underWay.set(unit, made);
        last = made.catch(() => undefined).finally(() => underWay.delete(unit));
      }
      await made;
      return 'published';
    },
  };
}

const publishOf = ({ span }: FileName) => (span === 'daily' ? publishPastDays : publishPastMonth);

const monthOf = ({ date }: FileName) => date.slice(0, '2026-11'.length);

/** The market, if the file is one of its simulated history, and not too old. */
async function stateOf(
  { pricing, marketData, keeping, clock }: PastDeps,
  name: FileName,
): Promise<SymbolState | undefined> {
  if (monthOf(name) < (firstMonthKept(keeping, clock.now()) ?? '')) return undefined;
  const state = name.kind === 'klines' ? pricing.find(name.symbol.toLowerCase()) : undefined;
  if (state === undefined) return undefined;
  const end = name.span === 'daily' ? startOfDay(name.date) + DAY_MS : endOfMonth(name.date);
  if (end > beginOf(state)) return undefined;
  const [day] = await marketData.candles(state, { interval: '1day', limit: 1, before: end });
  return day !== undefined && day.start >= startOfMonth(monthOf(name)) ? state : undefined;
}
