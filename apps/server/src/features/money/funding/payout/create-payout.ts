/** Creates a payout to a bank card: holds the amount and opens the review in one transaction. The rate is that of the approval. */
import { type Amount, fitsScale, formatDecimal, parseDecimal, ZERO } from '@tern/money';
import type { RequestKey } from '../../../../kernel/requests/idempotency.ts';
import { notYet, Refusal } from '../../../../kernel/requests/refusal.ts';
import { screen } from '../../../../kernel/screening/screen.ts';
import type { SensitiveCall } from '../../../../kernel/second-factor/sensitive-call.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { takeMoneyOut } from '../../../account/profile/index.ts';
import { submitRequest } from '../request/lifecycle.ts';
import { assertAvailable, readAmount } from '../request/read-amount.ts';
import { assertSaved } from '../address-book/address-lock.ts';
import { leastOf } from './rules.ts';
import { fiatSettings } from '../settings.ts';
import { cardOfMember } from '../bank-cards/store.ts';
import { insertPayout } from './store.ts';
import { payouts } from './payouts.ts';
import { type PayoutTerms, receivedFor, type TermsDeps, termsOf } from './payout-terms.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Deps } from '../deps.ts';

export type PayoutDeps = TermsDeps & Deps<'database' | 'passwords' | 'reviews' | 'confirmations'>;

export interface PayoutInput {
  memberId: number;
  num: string | number;
  coin: string;
  coinId: number | undefined;
  /** Absent: the asset itself if it is a currency, otherwise USD. */
  currency: string | undefined;
  cardId: number;
  /** The least that may arrive, now and at approval; absent: the estimate less `fiat.payoutDrift`. */
  leastReceived: string | number | undefined;
  payPassword: string;
  key: RequestKey | undefined;
  call: SensitiveCall;
}

/**
 * Returns once the amount is held and the payout is under review.
 * @throws not-listed, insufficient-balance, market-closed, invalid-request, terms-changed less than `leastReceived`,
 * no-price, not-found for a card that is not the member's, address-not-saved for a new card while the member's lock is on,
 * not-yet for one that still waits, out-of-bounds with the bound, and what `takeMoneyOut` fails with
 */
export async function createPayout(deps: PayoutDeps, input: PayoutInput) {
  const { memberId, payPassword, key, call } = input;
  const payout = await takeMoneyOut(deps, {
    memberId,
    payPassword,
    key,
    call,
    check: async (reader) => {
      const { amount, terms } = await readPayout(reader, deps, input);
      await assertAvailable(reader, { owner: memberId, asset: terms.asset.code }, amount);
    },
    act: (tx) => submit(tx, deps, input),
  });
  deps.reviews.announce();
  return payout;
}

async function submit(tx: Tx, deps: PayoutDeps, input: PayoutInput) {
  const { memberId } = input;
  const at = deps.clock.now();
  const { card, amount, received, leastReceived, terms } = await readPayout(tx, deps, input);
  const { rate, spread, legs, fee } = terms;
  const request = await insertPayout(tx, {
    ...card,
    memberId,
    asset: terms.asset.code,
    amount,
    currency: terms.currency.code,
    rate,
    spread,
    legs,
    fee,
    received,
    quotedRate: rate,
    quotedReceived: received,
    leastReceived,
    dueAt: at + deps.settings.read(fiatSettings.payoutTargetHours) * HOUR_MS,
    createdAt: at,
  });
  const { kind } = payouts;
  const { id: subjectId, accountName } = request;
  await screen(tx, { kind, subjectId, memberId, values: [['party', accountName]] }, at);
  return submitRequest(tx, payouts, { request, reviews: deps.reviews, at });
}

async function readPayout(reader: Reader, deps: PayoutDeps, input: PayoutInput) {
  const { memberId, coin, coinId, currency, cardId } = input;
  const card = await reader.maybe(cardOfMember, [cardId, memberId]);
  if (card === undefined) throw new Refusal('not-found', { fields: ['card'] });
  const at = deps.clock.now();
  const { createdAt: savedAt } = card;
  await assertSaved(reader, { memberId, savedAt, field: 'card' }, at);
  if (card.usableFrom > at) throw notYet('until.card', card.usableFrom, ['card']);
  const terms = await termsOf(reader, deps, { coin, currency });
  if (coinId !== undefined && coinId !== terms.asset.id) {
    throw new Refusal('not-listed', { fields: ['assetId'] });
  }
  const amount = readAmount(input.num);
  const received = receivedFor(terms, amount);
  return {
    card,
    amount,
    received,
    leastReceived: readLeast(deps, input, { received, terms }),
    terms,
  };
}

/**
 * @throws invalid-request an unreadable or too fine amount, or none above zero; terms-changed above the current estimate
 */
function readLeast(
  { settings }: PayoutDeps,
  { leastReceived = '' }: PayoutInput,
  { received, terms }: { received: Amount; terms: PayoutTerms },
): Amount {
  const { scale } = terms.currency;
  if (leastReceived === '')
    return leastOf(received, settings.read(fiatSettings.payoutDrift), scale);
  const least = parseDecimal<Amount>(String(leastReceived));
  if (least === undefined || least <= ZERO || !fitsScale(least, scale)) {
    throw new Refusal('invalid-request', { fields: ['leastReceived'] });
  }
  if (received < least) {
    const data = { rate: formatDecimal(terms.rate), received: formatDecimal(received) };
    throw new Refusal('terms-changed', { fields: ['amount'], data });
  }
  return least;
}
