/** Converts small balances to USDT: each coin is a swap of its own without the minimum, on one request a day. */
import { type Amount, formatDecimal, notional, type Price, ZERO } from '@tern/money';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { balancesOf } from '../../../kernel/ledger/balances.ts';
import { assertMayTrade, lockMember, memberById } from '../../../kernel/members/members.ts';
import { answerBefore, answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { notYet, Refusal } from '../../../kernel/requests/refusal.ts';
import { dayOf, isoTime } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { type ExchangeDeps, swap } from './exchange-coins.ts';
import type { swapRow } from './list-swaps.ts';
import { type Offer, offerSwap } from './offer.ts';
import { swapAmounts } from './rules.ts';
import { assertBinds, openQuote, quotedCoin, sealQuote, type SmallQuote } from './small-quote.ts';
import { swapSettings } from './settings.ts';
import { dayUsed, useDay } from './store.ts';

export interface SmallDeps extends ExchangeDeps {
  secretBox: SecretBox;
}

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

/** What can be converted now, by what it gives, with the quote that binds. */
export async function listSmall(deps: SmallDeps, memberId: number) {
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
    return [{ asset, available, worth, received, offer }];
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
    quote: sealQuote(deps.secretBox, memberId, {
      at,
      spread: formatDecimal(settings.read(swapSettings.spread)),
      feeRatio: formatDecimal(settings.read(swapSettings.feeRatio)),
      coins: coins.map(({ asset, available, offer }) => ({
        asset,
        num: formatDecimal(available),
        rate: formatDecimal(offer.rate),
        legs: offer.legs,
      })),
    }),
    below: formatDecimal(below),
    at: isoTime(at),
    nextAt: isUsed ? isoTime(dayAfter(at)) : '',
  };
}

export interface ConvertInput {
  memberId: number;
  /** As `listSmall` gave it. */
  quote: string;
  coins: readonly string[];
  key: RequestKey | undefined;
}

/**
 * One coin after the other, each as it was quoted: those that fail stay as they are, with their code, and the others are converted.
 * Each has a key of its own beside that of the request, so that a request that was interrupted goes on where it ended.
 * @throws terms-changed when the quote no longer binds or is none of this member, not-yet with the time when this member's day was
 * used by another request, account-frozen, operator-account, not-available, idempotency-key-reused
 */
export async function convertSmall(deps: SmallDeps, input: ConvertInput) {
  const { key, memberId } = input;
  const before = await answerBefore<Conversion>(deps.database, key);
  if (before !== undefined) return before;
  const quote = openQuote(deps.secretBox, memberId, input.quote);
  const request = key?.key ?? deps.random.token(REQUEST_BYTES);
  const used = await deps.database.maybe(dayUsed, [memberId, dayOf(quote.at)]);
  // A request that has begun in time may end later.
  if (used?.request !== request) assertBinds(quote, deps.clock.now());
  // For all coins: of one coin it would say that this coin is not available.
  assertMayTrade(await memberById(deps.database, memberId));
  const conversion = await convertEach(deps, input, { quote, request });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  return answerOnce(deps, key, async () => conversion);
}

interface Conversion {
  converted: ReturnType<typeof swapRow>[];
  failed: { coinname: string; code: number }[];
}

/** What was quoted, and the request that has the day of the quote. */
interface Quoted {
  quote: SmallQuote;
  request: string;
}

async function convertEach(
  deps: SmallDeps,
  { memberId, coins, key }: ConvertInput,
  quoted: Quoted,
): Promise<Conversion> {
  const converted: Conversion['converted'] = [];
  const failed: Conversion['failed'] = [];
  for (const asset of coins) {
    const own = key && { ...key, key: `${key.key} ${asset}` };
    try {
      converted.push(
        await answerOnce(deps, own, (tx) => convertOne(tx, deps, { memberId, asset, ...quoted })),
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

async function convertOne(
  tx: Tx,
  deps: SmallDeps,
  { memberId, asset, quote, request }: Quoted & { memberId: number; asset: string },
) {
  // The member's conversions come one after the other, so that two requests cannot share a day.
  const member = await lockMember(tx, memberId);
  assertMayTrade(member);
  const { num: given, quoted } = quotedCoin(quote, asset);
  const used = await tx.one(useDay, [memberId, dayOf(quote.at), request]);
  if (used.request !== request) throw notYet('until.smallBalances', dayAfter(quote.at));
  return swap(tx, deps, {
    memberId,
    given,
    from: asset,
    to: INTO,
    leastReceived: undefined,
    quoted,
  });
}
