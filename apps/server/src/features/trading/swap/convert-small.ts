/** Converts small balances to USDT: each coin is a swap of its own without the minimum, on one request a day. */
import { type Amount, formatDecimal, notional, type Price, ZERO } from '@tern/money';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { availableTo, balancesOf } from '../../../kernel/ledger/balances.ts';
import { assertMayTrade, lockMember } from '../../../kernel/members/members.ts';
import { answerBefore, answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { notYet, Refusal } from '../../../kernel/requests/refusal.ts';
import { dayOf, isoTime } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { type ExchangeDeps, swap } from './exchange-coins.ts';
import type { swapRow } from './list-swaps.ts';
import { type Offer, offerSwap } from './offer.ts';
import { swapAmounts } from './rules.ts';
import { swapSettings } from './settings.ts';
import { dayUsed, useDay } from './store.ts';

const INTO = 'USDT';
/** Of a request without a key. */
const REQUEST_BYTES = 12;

const dayAfter = (at: number): number => (Math.floor(at / DAY_MS) + 1) * DAY_MS;

const worthOf = (amount: Amount, { fromUsdt }: Offer): Amount =>
  notional(fromUsdt as bigint as Price, amount, 'down');

/** The present offer for a coin; undefined where it has none now. */
function offerFor(deps: ExchangeDeps, from: string): Offer | undefined {
  try {
    return offerSwap(deps, { from, to: INTO });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** What can be converted now, by what it gives. */
export async function listSmall(deps: ExchangeDeps, memberId: number) {
  const { database, clock, settings } = deps;
  const at = clock.now();
  const below = settings.read(swapSettings.small);
  const balances = await balancesOf(database, memberId);
  const coins = balances.flatMap(({ asset, available }) => {
    const offer = asset === INTO || available <= ZERO ? undefined : offerFor(deps, asset);
    if (offer === undefined) return [];
    const worth = worthOf(available, offer);
    const { received } = swapAmounts(available, offer, offer.to.scale);
    if (worth >= below || received <= ZERO) return [];
    return [{ asset, available, worth, received }];
  });
  const isUsed = (await database.maybe(dayUsed, [memberId, dayOf(at)])) !== undefined;
  return {
    coins: coins
      .toSorted((left, right) => (left.received < right.received ? 1 : -1))
      .map(({ asset, available, worth, received }) => ({
        coinname: asset,
        num: formatDecimal(available),
        worth: formatDecimal(worth),
        received: formatDecimal(received),
      })),
    below: formatDecimal(below),
    at: isoTime(at),
    nextAt: isUsed ? isoTime(dayAfter(at)) : '',
  };
}

export interface ConvertInput {
  memberId: number;
  coins: readonly { asset: string; leastReceived: string | number | undefined }[];
  key: RequestKey | undefined;
}

/**
 * One coin after the other: those that fail stay as they are, with their code, and the others are converted. Each has a key of
 * its own beside that of the request, so that a request that was interrupted goes on where it ended.
 * @throws not-yet with the time when this member's day was used by another request, account-frozen, operator-account,
 *   idempotency-key-reused
 */
export async function convertSmall(deps: ExchangeDeps, input: ConvertInput) {
  const { key } = input;
  const before = await answerBefore<Conversion>(deps.database, key);
  if (before !== undefined) return before;
  const conversion = await convertEach(deps, input);
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  return answerOnce(deps, key, async () => conversion);
}

interface Conversion {
  converted: ReturnType<typeof swapRow>[];
  failed: { coinname: string; code: number }[];
}

async function convertEach(deps: ExchangeDeps, input: ConvertInput): Promise<Conversion> {
  const { memberId, coins, key } = input;
  const request = key?.key ?? deps.random.token(REQUEST_BYTES);
  const converted: Conversion['converted'] = [];
  const failed: Conversion['failed'] = [];
  for (const { asset, leastReceived } of coins) {
    const own = key && { ...key, key: `${key.key} ${asset}` };
    try {
      converted.push(
        await answerOnce(deps, own, (tx) =>
          convertOne(tx, deps, { memberId, asset, leastReceived, request }),
        ),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const isOfAll = ['not-yet', 'account-frozen', 'operator-account'] as const;
      if (isOfAll.some((reason) => error.is(reason))) throw error;
      failed.push({ coinname: asset, code: error.code });
    }
  }
  return { converted, failed };
}

interface One {
  memberId: number;
  asset: string;
  leastReceived: string | number | undefined;
  request: string;
}

async function convertOne(tx: Tx, deps: ExchangeDeps, one: One) {
  const { memberId, asset, leastReceived, request } = one;
  const at = deps.clock.now();
  // The member's conversions come one after the other, so that two requests cannot share a day.
  const member = await lockMember(tx, memberId);
  assertMayTrade(member);
  const used = await tx.one(useDay, [memberId, dayOf(at), request]);
  if (used.request !== request) throw notYet('until.smallBalances', dayAfter(at));
  const available = await availableTo(tx, { owner: memberId, asset });
  const offer = offerSwap(deps, { from: asset, to: INTO });
  if (worthOf(available, offer) >= deps.settings.read(swapSettings.small))
    throw new Refusal('above-maximum', { fields: ['coins'] });
  const given = formatDecimal(available);
  return swap(tx, deps, { memberId, given, from: asset, to: INTO, leastReceived, isSmall: true });
}
