/** Publishes history files: each day after its end, then its month, each with a manifest whose hash is in the public log (ADR 80). */
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import { historyOf, type SymbolState } from '../../market/pricing/index.ts';
import { makeDay, makeMonth } from './make-files.ts';
import { firstMonthKept, type Keeping } from './keeping.ts';
import { endOfMonth, monthOf, startOfMonth } from './names.ts';
import { type PublishDeps, publishUnit, type Unit } from './publish-unit.ts';
import { newestPublication } from './store.ts';
import { dayOf, startOfDay } from '../../../platform/clock.ts';

/** By then prices that came late are in; trades are read long before retention deletes them. */
const SETTLED_AFTER_MS = HOUR_MS;
/** A day of which nothing more came, because of a pause, is published after this time. */
const GIVEN_UP_AFTER_MS = 12 * HOUR_MS;

const DAILY = 'daily/';
const MONTHLY = 'monthly/';

export interface DueDeps extends PublishDeps {
  readonly keeping: Keeping;
}

/** Publishes the days that are over and the months that they complete, oldest first, until `ending`. */
export async function publishDue(deps: DueDeps, ending?: AbortSignal): Promise<void> {
  // Before the first cycle of prices a day would have no files.
  while (deps.pricing.states().length > 0) {
    const month = await dueMonth(deps);
    const day = month === undefined ? await dueDay(deps) : undefined;
    const due = month ?? day;
    if (due === undefined || ending?.aborted) return;
    await publishUnit(deps, due, ending);
  }
}

async function dueDay(deps: DueDeps): Promise<Unit | undefined> {
  const { database, clock, pricing } = deps;
  const newest = await newestPublication(database, DAILY);
  const start =
    newest === null ? await firstDay(deps) : startOfDay(newest.slice(DAILY.length)) + DAY_MS;
  const over = clock.now() - (start + DAY_MS);
  const states = pricing.states();
  const isSettled = states.some(({ chain }) => chain.at >= start + DAY_MS);
  if (!(over >= (isSettled ? SETTLED_AFTER_MS : GIVEN_UP_AFTER_MS))) return undefined;
  const make = (state: SymbolState) => makeDay(deps, state, start);
  return { name: DAILY + dayOf(start), states, make };
}

/** The first day with prices that are not simulated history and not too old for files; not a number before there are any. */
async function firstDay({ pricing, marketData, keeping, clock }: DueDeps): Promise<number> {
  const begins: number[] = [];
  for (const state of pricing.states()) {
    const history = historyOf(state);
    const [oldest] =
      history === undefined
        ? await marketData.candles(state, { interval: '1day', limit: DAYS_MAX })
        : [];
    const begin = history?.endsAt ?? oldest?.start;
    if (begin !== undefined) begins.push(begin);
  }
  if (begins.length === 0) return Number.NaN;
  const kept = firstMonthKept(keeping, clock.now());
  const begin = startOfDay(dayOf(Math.min(...begins)));
  return kept === undefined ? begin : Math.max(begin, startOfMonth(kept));
}

/** Ten years. */
const DAYS_MAX = 3_660;

/** The oldest month whose days are all published and that is not. */
async function dueMonth(deps: DueDeps): Promise<Unit | undefined> {
  const { database, pricing } = deps;
  const day = await newestPublication(database, DAILY);
  if (day === null) return undefined;
  const newest = await newestPublication(database, MONTHLY);
  const month =
    newest === null
      ? monthOf(await firstDay(deps))
      : monthOf(endOfMonth(newest.slice(MONTHLY.length)));
  if (startOfDay(day.slice(DAILY.length)) + DAY_MS < endOfMonth(month)) return undefined;
  const make = (state: SymbolState) => makeMonth(deps, state, { month, days: DAILY });
  return { name: MONTHLY + month, states: pricing.states(), make };
}
