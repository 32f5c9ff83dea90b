/** Markets for operators: state, halt, volume, spread, fees, open orders, sources. */
import {
  type Decimal,
  divideInteger,
  formatDecimal,
  formatFixed,
  ONE,
  parseDecimal,
} from '@tern/money';
import type { MarketDelisting, MarketHalt as HaltOut, MarketRow } from '@tern/protocol/operator';
import type { Delisting } from '../../../kernel/catalog/market-delistings.ts';
import { instrumentState } from '../../../kernel/catalog/instruments.ts';
import {
  haltsOf,
  type MarketHalt,
  type MarketHalts,
} from '../../../kernel/catalog/market-halts.ts';
import { type MarketTerms, termsAt } from '../../../kernel/catalog/market-terms.ts';
import { isOpen, nextOpening } from '../../../kernel/catalog/trading-hours.ts';
import { messageIn, reasonForStaff } from '../../../kernel/i18n/reasons.ts';
import { reviewOf } from '../../../kernel/review/list-reviews.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import type { MarketTape } from '../../../kernel/prices/market-tape.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { tickerOf } from '../../market/market-data/index.ts';
import type { Pricing, SymbolState } from '../../market/pricing/index.ts';

import { type HaltDeps, marketNamed } from './halt-market.ts';

/** The kind of the review. */
export const DELISTING = 'delisting';

export interface ListDeps extends HaltDeps {
  readonly halts: Pick<MarketHalts, 'of' | 'delistingOf' | 'refresh'>;
  readonly pricing: Pick<Pricing, 'states' | 'health'>;
  readonly tape: Pick<MarketTape, 'depth'>;
  /** Members' open orders by instrument. */
  countOpenOrders(reader: Reader): Promise<ReadonlyMap<number, number>>;
}

export async function listMarkets(deps: ListDeps): Promise<MarketRow[]> {
  const { database, pricing, halts } = deps;
  const open = await deps.countOpenOrders(database);
  const states = pricing.states();
  const running = states.flatMap(({ instrument }) => halts.of(instrument.id) ?? []);
  const delistings = states.flatMap(({ instrument }) => halts.delistingOf(instrument.id) ?? []);
  const logins = await operatorLogins(database, [
    ...operatorsOf(running),
    ...delistings.map(({ proposedBy }) => proposedBy),
  ]);
  const waiting = new Map<number, number | undefined>();
  for (const { id, state } of delistings) {
    if (state === 'proposed') waiting.set(id, (await reviewOf(database, DELISTING, id))?.id);
  }
  return states.map((state) => ({
    ...marketOut(deps, state, logins),
    delisting: delistingOut(halts.delistingOf(state.instrument.id), logins, waiting),
    openOrders: open.get(state.instrument.id) ?? 0,
  }));
}

const LISTED_HALTS = 50;

/** Newest first. @throws not-listed */
export async function listHalts(deps: HaltDeps, symbol: string): Promise<HaltOut[]> {
  const { id } = marketNamed(deps, symbol);
  const found = await deps.database.many(haltsOf, [id, LISTED_HALTS]);
  const logins = await operatorLogins(deps.database, operatorsOf(found));
  return found.map((halt) => haltOut(halt, logins));
}

type Logins = ReadonlyMap<number, string>;

const operatorsOf = (halts: readonly MarketHalt[]): number[] =>
  halts.flatMap(({ operatorId, confirmedBy, endedBy }) =>
    [operatorId, confirmedBy, endedBy].filter((id) => id !== null),
  );

function delistingOut(
  delisting: Delisting | undefined,
  logins: Logins,
  waiting: ReadonlyMap<number, number | undefined>,
): MarketDelisting | null {
  if (delisting === undefined) return null;
  const { id, state, reason, proposedBy, createdAt, agreedAt } = delisting;
  const { ordersUntil, closesAt, withdrawalsUntil } = delisting;
  return {
    state: state as MarketDelisting['state'],
    ordersUntil: isoTime(ordersUntil),
    endsAt: isoTime(closesAt),
    withdrawalsUntil: withdrawalsUntil === null ? null : isoTime(withdrawalsUntil),
    reason,
    proposedBy: logins.get(proposedBy) ?? '',
    proposedAt: isoTime(createdAt),
    agreedAt: agreedAt === null ? null : isoTime(agreedAt),
    reviewId: waiting.get(id) ?? null,
  };
}

function haltOut(halt: MarketHalt, logins: Logins): HaltOut {
  const login = (id: number | null) => (id === null ? null : (logins.get(id) ?? ''));
  const time = (at: number | null) => (at === null ? null : isoTime(at));
  return {
    mode: halt.state === instrumentState.cancelOnly ? 'cancelOnly' : 'halted',
    message: messageIn('en', halt.message, 'halt'),
    reason: reasonForStaff(halt.reason),
    by: login(halt.operatorId),
    jump: jumpOut(halt),
    beganAt: isoTime(halt.beganAt),
    until: time(halt.until),
    confirmedBy: login(halt.confirmedBy),
    confirmedAt: time(halt.confirmedAt),
    endedBy: login(halt.endedBy),
    endedAt: time(halt.endedAt),
  };
}

function jumpOut({ fromPrice, toPrice, bound }: MarketHalt): HaltOut['jump'] {
  if (fromPrice === null || toPrice === null || bound === null) return null;
  const [from, to] = [formatDecimal(fromPrice), formatDecimal(toPrice)];
  return { from, to, bound: formatDecimal(bound) };
}

function marketOut(
  { clock, halts, pricing, tape }: ListDeps,
  state: SymbolState,
  logins: Logins,
): Omit<MarketRow, 'openOrders' | 'delisting'> {
  const { instrument } = state;
  const { symbol, base, quote, hours } = instrument;
  const now = clock.now();
  const halt = halts.of(instrument.id);
  const ticker = tickerOf(state, now);
  const health = pricing.health(state);
  const opening = nextOpening(hours, now);
  return {
    symbol,
    base,
    quote,
    state: stateOf(instrument.state, isOpen(hours, now)),
    opensAt: opening === undefined ? null : isoTime(opening),
    halt: halt === undefined ? null : haltOut(halt, logins),
    price: ticker === undefined ? null : formatDecimal(ticker.last),
    volume: formatDecimal(ticker?.vol ?? 0n),
    spread: spreadOf(tape, symbol),
    pricedBy: instrument.pricedBy,
    tickSize: formatDecimal(instrument.tickSize),
    lotSize: formatDecimal(instrument.lotSize),
    minNotional: formatDecimal(instrument.minNotional),
    maxNotional: formatDecimal(instrument.maxNotional),
    priceBand: formatDecimal(instrument.priceBand),
    ...termsOut(termsAt(instrument, now)),
    changesAt: (instrument.versions ?? [])
      .filter(({ effectiveAt }) => effectiveAt > now)
      .map(({ effectiveAt }) => isoTime(effectiveAt)),
    sources: health.sources.map(({ name, isLive, lastQuoteAt }) => ({
      name,
      isLive,
      quotedAt: lastQuoteAt === undefined ? null : isoTime(lastQuoteAt),
    })),
    tickAt: health.tickAt === undefined ? null : isoTime(health.tickAt),
  };
}

const termsOut = ({ makerFee, takerFee, jumpBound }: MarketTerms) => ({
  makerFee: formatDecimal(makerFee),
  takerFee: formatDecimal(takerFee),
  jumpBound: formatDecimal(jumpBound),
});

function stateOf(state: number, isInHours: boolean): MarketRow['state'] {
  if (state === instrumentState.closed) return 'delisted';
  if (state === instrumentState.halted) return 'halted';
  if (state === instrumentState.cancelOnly) return 'cancelOnly';
  return isInHours ? 'open' : 'closed';
}

/** Percent of the middle, with three decimals. */
function spreadOf(tape: Pick<MarketTape, 'depth'>, symbol: string): string | null {
  const depth = tape.depth(symbol, 1);
  const best = (side: [string, string][] | undefined) =>
    parseDecimal<Decimal>(side?.[0]?.[0] ?? '');
  const [bid, ask] = [best(depth?.bids), best(depth?.asks)];
  if (bid === undefined || ask === undefined) return null;
  return formatFixed(divideInteger((ask - bid) * 200n * ONE, ask + bid, 'down'), 3);
}
