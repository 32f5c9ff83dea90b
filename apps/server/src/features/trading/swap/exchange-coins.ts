/** Swaps one coin for another in one transaction: both entries, the swap's row and the member's events. */
import { type Entry, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, fitsScale, formatDecimal, parseDecimal, subtract, ZERO } from '@tern/money';
import { answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { assertMayTrade, lockMember } from '../../../kernel/members/members.ts';
import { availableTo } from '../../../kernel/ledger/balances.ts';
import { isOverdrawn, postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { Refusal, tooManyPlaces } from '../../../kernel/requests/refusal.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Random } from '../../../platform/random.ts';
import { swapRow } from './list-swaps.ts';
import { type Offer, type OfferDeps, offerSwap } from './offer.ts';
import { type SwapAmounts, swapAmounts } from './rules.ts';
import type { QuotedTerms } from './small-quote.ts';
import { insertSwap } from './store.ts';

export interface ExchangeDeps extends OfferDeps {
  database: Database;
  bus: Bus;
  random: Random;
  mode: 'paper' | 'live';
}

export interface ExchangeInput {
  memberId: number;
  given: string | number;
  from: string;
  to: string;
  /** The least that the member accepts after the fee; any amount when absent. */
  leastReceived: string | number | undefined;
  key: RequestKey | undefined;
}

/** A swap within a transaction. */
export type SwapInput = Omit<ExchangeInput, 'key'> & {
  /** Of a small balance: at these terms, and without the minimum. */
  quoted?: QuotedTerms;
};

/**
 * Resolves once the swap is durable.
 * @throws below-minimum (in USDT), not-available (in live mode, when the exchange has not enough of the coin), account-frozen,
 * amount-missing, above-maximum, insufficient-balance, invalid-request (an unreadable or too fine amount), terms-changed
 * (less than `leastReceived`), and the refusals of `offerSwap`
 */
export async function exchangeCoins(deps: ExchangeDeps, input: ExchangeInput) {
  const { database, clock, bus } = deps;
  const exchange = await answerOnce({ database, clock }, input.key, (tx) => swap(tx, deps, input));
  bus.publish(MEMBER_EVENTS_WAKE, null);
  return exchange;
}

/** @throws as `exchangeCoins` */
export async function swap(tx: Tx, deps: ExchangeDeps, input: SwapInput) {
  const { memberId } = input;
  const member = await lockMember(tx, memberId);
  assertMayTrade(member);
  const at = deps.clock.now();
  const offer = { ...offerSwap(deps, input), ...input.quoted };
  const given = givenAmount(input, offer);
  const amounts = swapAmounts(given, offer, offer.to.scale);
  const { fee, received } = amounts;
  checkReceived(input, amounts, offer);
  if (deps.mode === 'live') await assertExchangeHas(tx, offer.to.code, received);
  const { rate, spread, feeRatio, legs } = offer;
  const [fromAsset, toAsset] = [offer.from.code, offer.to.code];
  const id = await insertSwap(tx, {
    memberId,
    fromAsset,
    toAsset,
    given,
    rate,
    spread,
    feeRatio,
    fee,
    received,
    legs,
    createdAt: at,
  });
  try {
    await postAndPublish(tx, entriesOf(id, { memberId, given, offer, amounts }), { at });
  } catch (error) {
    throw isOverdrawn(error) ? new Refusal('insufficient-balance', { fields: ['given'] }) : error;
  }
  return swapRow({ id, fromAsset, toAsset, given, rate, spread, fee, received, createdAt: at });
}

function givenAmount(input: SwapInput, offer: Offer): Amount {
  const fields = ['given'];
  const given = parseDecimal(String(input.given));
  if (input.given === '' || given === ZERO) throw new Refusal('amount-missing', { fields });
  if (given === undefined) throw new Refusal('invalid-request', { fields });
  if (!fitsScale(given, offer.from.scale)) throw tooManyPlaces('given', offer.from.scale);
  if (given < offer.min && input.quoted === undefined)
    throw new Refusal('below-minimum', { fields, msg: formatDecimal(offer.minUsdt) });
  if (given > offer.max) {
    throw new Refusal('above-maximum', { fields, data: { max: formatDecimal(offer.max) } });
  }
  return given;
}

function checkReceived(input: SwapInput, { received }: SwapAmounts, offer: Offer): void {
  if (received <= ZERO) throw new Refusal('below-minimum', { msg: formatDecimal(offer.minUsdt) });
  const { leastReceived = '' } = input;
  if (leastReceived === '') return;
  const least = parseDecimal(String(leastReceived));
  if (least === undefined) throw new Refusal('invalid-request', { fields: ['leastReceived'] });
  if (received < least) {
    const data = { rate: formatDecimal(offer.rate), received: formatDecimal(received) };
    throw new Refusal('terms-changed', { fields: ['given'], data });
  }
}

/** In live mode the exchange gives only what it has; the ledger refuses more (0080). */
async function assertExchangeHas(tx: Tx, asset: string, received: Amount): Promise<void> {
  const has = await availableTo(tx, { owner: exchangeAccounts.liquidity, asset });
  if (has < received) throw new Refusal('not-available', { fields: ['given'] });
}

/** The exchange, with the remainder on the rounding account, and the fee as a separate entry. */
function entriesOf(
  id: number,
  swapped: { memberId: number; given: Amount; offer: Offer; amounts: SwapAmounts },
): Entry[] {
  const { memberId, given, offer, amounts } = swapped;
  const member = { owner: memberId, purpose: 'available' } as const;
  const ofExchange = (owner: number) => ({ owner, purpose: 'available' }) as const;
  const liquidity = ofExchange(exchangeAccounts.liquidity);
  const asset = offer.to.code;
  const remainder = subtract(amounts.exact, amounts.gross);
  const rounding = ofExchange(exchangeAccounts.rounding);
  const note = `1 ${offer.from.code} = ${formatDecimal(offer.rate)} ${asset}`;
  const exchange: Entry = {
    kind: recordTypes.spotExchange,
    reference: `swap:${id}`,
    note,
    postings: [
      ...transfer({ from: member, to: liquidity, asset: offer.from.code, amount: given }),
      ...transfer({ from: liquidity, to: member, asset, amount: amounts.gross }),
      ...(remainder === ZERO
        ? []
        : transfer({ from: liquidity, to: rounding, asset, amount: remainder })),
    ],
  };
  if (amounts.fee === ZERO) return [exchange];
  const fee: Entry = {
    kind: recordTypes.exchangeFee,
    reference: `swap:${id}`,
    note,
    postings: transfer({
      from: member,
      to: ofExchange(exchangeAccounts.fees),
      asset,
      amount: amounts.fee,
    }),
  };
  return [exchange, fee];
}
