/** The current terms of a payout: rate, fee, bounds, and the amount that arrives. */
import { type Amount, formatDecimal, ONE, type Rate, subtract, ZERO } from '@tern/money';
import type { Asset } from '../../../../kernel/catalog/assets.ts';
import { availableTo } from '../../../../kernel/ledger/balances.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { boundIn, offeredRate, type RateDeps, rateBetween } from '../../../trading/swap/index.ts';
import { assertWithin } from '../request/read-amount.ts';
import { converted } from './rules.ts';
import { allCurrencies, type Currency, currencyNamed } from '../currencies/store.ts';
import { fiatSettings } from '../settings.ts';
import type { Payout, PayoutLeg } from './store.ts';

export type TermsDeps = RateDeps & Deps<'assets'>;

export interface PayoutTerms {
  asset: Asset;
  currency: Asset;
  /** Currency per unit of the asset, after the spread. */
  rate: Rate;
  spread: Rate;
  legs: readonly PayoutLeg[];
  /** In the currency, like the bounds. */
  fee: Amount;
  min: Amount;
  max: Amount;
  /** Epoch ms of the oldest price behind the rate. */
  at: number;
}

/** The currency of a payout of coins that names none. */
const USUAL_CURRENCY = 'USD';

/**
 * The same for every member. A currency is paid out as itself unless another is named.
 * @throws not-listed an unknown coin, or a currency that is not paid or that no pair leads to, market-closed, no-price
 */
export async function termsOf(
  reader: Reader,
  deps: TermsDeps,
  given: { coin: string; currency: string | undefined },
): Promise<PayoutTerms> {
  const asset = deps.assets.find(given.coin.toUpperCase());
  if (asset === undefined) throw new Refusal('not-listed', { fields: ['asset'] });
  const to = await currencyFor(reader, asset, given.currency);
  if (to?.takesPayouts !== true) throw new Refusal('not-listed', { fields: ['currency'] });
  const currency = deps.assets.get(to.asset);
  const { payoutMin: min, payoutMax: max, payoutFee: fee } = to;
  return { asset, currency, fee, min, max, ...rateOf(deps, asset.code, to.asset) };
}

async function currencyFor(
  reader: Reader,
  asset: Asset,
  named: string | undefined,
): Promise<Currency | undefined> {
  if (named !== undefined) return reader.maybe(currencyNamed, [named.toUpperCase()]);
  const own = await reader.maybe(currencyNamed, [asset.code]);
  return own ?? reader.maybe(currencyNamed, [USUAL_CURRENCY]);
}

function rateOf(deps: TermsDeps, from: string, to: string) {
  if (from === to) return { rate: ONE as Rate, spread: 0n as Rate, legs: [], at: deps.clock.now() };
  const found = rateBetween(deps, from, to);
  if (found === undefined) throw new Refusal('not-listed', { fields: ['currency'] });
  const { rate, spread, legs, at } = found;
  return { rate, spread, legs, at };
}

/**
 * What arrives for `num`, after the fee.
 * @throws invalid-request finer than the coin, out-of-bounds with the bound
 */
export function receivedFor(terms: PayoutTerms, num: Amount): Amount {
  const { asset, currency, rate, fee, min, max } = terms;
  const { scale } = currency;
  assertWithin(num, { min: num, max: num, scale: asset.scale, currency: asset.code });
  const { gross } = converted(num, rate, scale);
  assertWithin(gross, { min, max, scale, currency: currency.code });
  return subtract(gross, fee);
}

/** What a payout under review would pay at current prices. */
export interface Payment {
  rate: Rate;
  legs: readonly PayoutLeg[];
  /** In the currency, after the fee; zero or below where the fee takes all. */
  received: Amount;
  /** Below the member's minimum: nothing is paid, everything is returned. */
  isBelowLeast: boolean;
  /** Epoch ms of the oldest price behind the rate. */
  at: number;
}

/**
 * At the current reference price, with the spread and fee of the submission (ADR 29).
 * @throws market-closed a market on the way is closed, no-price a price on the way is missing or stale
 */
export function paymentNow(deps: TermsDeps, payout: Payout): Payment {
  const { asset, currency, amount, spread, fee, leastReceived } = payout;
  const { rate, legs, at } = submittedRate(deps, { from: asset, to: currency, spread });
  const { gross } = converted(amount, rate, deps.assets.get(currency).scale);
  const received = subtract(gross, fee);
  return { rate, legs, received, at, isBelowLeast: received <= ZERO || received < leastReceived };
}

function submittedRate(deps: TermsDeps, pair: { from: string; to: string; spread: Rate }) {
  const { from, to, spread } = pair;
  if (from === to) return { rate: ONE as Rate, legs: [], at: deps.clock.now() };
  const found = rateBetween(deps, from, to);
  if (found === undefined) throw new Refusal('no-price');
  return { rate: offeredRate(found.reference, spread), legs: found.legs, at: found.at };
}

/** The currencies in which a payout of the coin has a rate now, in display order. */
async function payableNow(reader: Reader, deps: TermsDeps, coin: string): Promise<string[]> {
  const all = await reader.many(allCurrencies, []);
  return all
    .filter(({ takesPayouts }) => takesPayouts)
    .map(({ asset }) => asset)
    .filter((currency) => {
      try {
        rateOf(deps, coin, currency);
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    });
}

/** As `termsOf`; a closed market is refused with `currencies`: those in which the coin can be paid out now. */
async function offeredTerms(
  reader: Reader,
  deps: TermsDeps,
  given: { coin: string; currency: string | undefined },
): Promise<PayoutTerms> {
  try {
    return await termsOf(reader, deps, given);
  } catch (error) {
    if (!(error instanceof Refusal && error.is('market-closed'))) throw error;
    const currencies = await payableNow(reader, deps, given.coin.toUpperCase());
    const data = { ...error.detail.data, currencies };
    throw new Refusal('market-closed', { ...error.detail, data });
  }
}

/** The terms for a member, as the API shows them. @throws as `offeredTerms` */
export async function showTerms(
  reader: Reader,
  deps: TermsDeps,
  wanted: { memberId: number; coin: string; currency: string | undefined },
) {
  const terms = await offeredTerms(reader, deps, wanted);
  const { asset, currency, rate, min, max } = terms;
  const available = await availableTo(reader, { owner: wanted.memberId, asset: asset.code });
  const { scale } = asset;
  return {
    coinname: asset.code,
    currency: currency.code,
    rate: formatDecimal(rate),
    spread: formatDecimal(terms.spread),
    fee: formatDecimal(terms.fee),
    min: formatDecimal(min),
    max: formatDecimal(max),
    minNum: formatDecimal(boundIn(min, rate, { scale, rounding: 'up' })),
    maxNum: formatDecimal(boundIn(max, rate, { scale, rounding: 'down' })),
    available: formatDecimal(available),
    drift: formatDecimal(deps.settings.read(fiatSettings.payoutDrift)),
    at: isoTime(terms.at),
  };
}
