/** Reads a placement and makes all checks that need no database: market, terms, stake, hours, price. */
import { type Amount, fitsScale, formatDecimal, parseDecimal, type Rate, ZERO } from '@tern/money';
import { type Direction, LIVE_OPEN_AFTER_MS, openingSpan, type Terms } from '@tern/settlement';
import { mayUse } from '../../../kernel/catalog/assets.ts';
import { type Instrument, instrumentState } from '../../../kernel/catalog/instruments.ts';
import { SOURCES_MIN } from '../../../kernel/prices/tick-history.ts';
import { isFresh } from '../../../kernel/prices/reference-prices.ts';
import { Refusal, tooManyPlaces } from '../../../kernel/requests/refusal.ts';
import { newTerms, STAKE_ASSET } from './contract.ts';
import type { FuturesDeps } from './deps.ts';
import { isOpenThrough, offersOf } from './offered.ts';
import { futuresSettings } from './settings.ts';

export interface PlaceContractInput {
  memberId: number;
  direction: Direction;
  /** As sent: text or number, empty when absent. */
  stake: string | number;
  /** "btcusdt", or the base of a market in USDT. */
  market: string;
  seconds: number;
  /** The payout ratio shown to the member; absent to accept the current one. */
  ratio: string | number | undefined;
}

/** A checked placement, before any check of the member. */
export interface CheckedPlacement {
  readonly instrument: Instrument;
  readonly direction: Direction;
  readonly stake: Amount;
  readonly terms: Terms;
}

/**
 * @throws not-listed, not-available (too few price sources), terms-changed, invalid-request, below-minimum, above-maximum, market-closed, no-price (see
 * `placeContract`)
 */
export function checkPlacement(deps: FuturesDeps, input: PlaceContractInput): CheckedPlacement {
  const { instruments, clock } = deps;
  const name = input.market.toLowerCase();
  const instrument = instruments.find(name) ?? instruments.find(`${name}usdt`);
  if (instrument === undefined || !mayUse(deps.assets.find(instrument.base), 'contracts'))
    throw new Refusal('not-listed', { fields: ['market'] });
  refuseFewSources(deps, instrument);
  const offer = offersOf(deps, instrument).find(({ seconds }) => seconds === input.seconds);
  if (offer === undefined) throw new Refusal('terms-changed', { fields: ['seconds'] });
  if (input.ratio !== undefined && input.ratio !== '') {
    const shown = parseDecimal<Rate>(String(input.ratio));
    if (shown !== offer.ratio) throw new Refusal('terms-changed', { fields: ['ratio'] });
  }
  const assetScale = deps.assets.get(STAKE_ASSET).scale;
  const stake = checkedStake(deps, input.stake, assetScale);
  const { symbol } = instrument;
  const openAfterMs = openAfterMsIn(deps, symbol);
  const terms = newTerms({ ...offer, symbol, assetScale, openAfterMs });
  const now = clock.now();
  refuseClosed(instrument, terms, now);
  const placement = { instrument, direction: input.direction, stake, terms };
  acceptanceTime(deps, instrument);
  return placement;
}

/** With live prices, two sources agree on the newest one: one alone could choose a price. */
function refuseFewSources({ ticks }: FuturesDeps, { symbol }: Instrument): void {
  const sources = ticks.sourcesOf(symbol);
  if (sources === undefined) return;
  if (Math.min(sources.configured, sources.agreeing) >= SOURCES_MIN) return;
  throw new Refusal('not-available', { text: 'futures.oneSource' });
}

function checkedStake(deps: FuturesDeps, given: string | number, scale: number): Amount {
  const stake = parseDecimal(String(given));
  if (stake === undefined || stake <= ZERO) {
    throw new Refusal('invalid-request', { fields: ['stake'] });
  }
  if (!fitsScale(stake, scale)) throw tooManyPlaces('stake', scale);
  const min = deps.settings.read(futuresSettings.stakeMin).get(STAKE_ASSET);
  const max = deps.settings.read(futuresSettings.stakeMax).get(STAKE_ASSET);
  if (min !== undefined && stake < min) {
    const limit = formatDecimal(min);
    throw new Refusal('below-minimum', {
      msg: limit,
      data: { bound: { name: 'stakeMin', limit } },
    });
  }
  if (max !== undefined && stake > max) {
    const limit = formatDecimal(max);
    throw new Refusal('above-maximum', {
      fields: ['stake'],
      data: { bound: { name: 'stakeMax', limit } },
    });
  }
  return stake;
}

/**
 * With live prices, the opening tick comes some time after acceptance, because the source's clock may be ahead of ours
 * (ADR 17).
 */
export function openAfterMsIn({ ticks }: Pick<FuturesDeps, 'ticks'>, symbol: string): number {
  return ticks.isLive(symbol) ? LIVE_OPEN_AFTER_MS : 0;
}

/** A contract must end before its market closes. */
function refuseClosed(instrument: Instrument, terms: Terms, now: number): void {
  const latestOpening = openingSpan(terms, now).until;
  const latestEnd = latestOpening + terms.durationSeconds * 1_000;
  const isTraded = instrument.state === instrumentState.normal;
  if (!isTraded || !isOpenThrough(instrument.hours, now, latestEnd))
    throw new Refusal('market-closed');
}

/**
 * Time of acceptance, epoch ms: now, but never before a known price, so that the opening price is unknown to both
 * sides. Must be taken last: a wait or refusal after it would be an option on that price. `storedAt` is the time of the
 * newest stored tick: another instance may have stored and shown it before this one knows it, or have another clock.
 * @throws no-price without a fresh price, or while the clock is behind the prices
 */
export function acceptanceTime(
  { prices, clock }: Pick<FuturesDeps, 'prices' | 'clock'>,
  { symbol }: Pick<Instrument, 'symbol'>,
  storedAt = Number.NEGATIVE_INFINITY,
): number {
  const latest = prices.latest(symbol);
  const now = clock.now();
  if (latest === undefined) throw new Refusal('no-price');
  const knownAt = Math.max(latest.at, storedAt);
  if (!isFresh(knownAt, now)) throw new Refusal('no-price');
  return Math.max(now, knownAt);
}
