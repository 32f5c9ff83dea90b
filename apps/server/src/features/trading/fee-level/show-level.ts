/** A member's level: its rates, what it follows from, and the table of levels. */
import { type Amount, formatDecimal, sum } from '@tern/money';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import { termsAt } from '../../../kernel/catalog/market-terms.ts';
import { type Clock, dayOf, isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { type KnownLevels, leastOf } from './order-fees.ts';
import { feeLevels } from './settings.ts';
import { turnoverOfMember } from './store.ts';

export interface ShowDeps {
  readonly lists: Reader;
  readonly clock: Clock;
  readonly instruments: InstrumentRegistry;
  readonly known: KnownLevels;
}

export async function showLevel({ lists, clock, instruments, known }: ShowDeps, memberId: number) {
  const now = clock.now();
  const day = known.dayAt(now);
  const levels = day?.levels ?? feeLevels.fallback;
  const own = known.levelAt(memberId, now) ?? levels[0]!;
  const before = day?.day ?? dayOf(now);
  const traded = await lists.one(turnoverOfMember, [memberId, before]);
  const { waited, atOnce, swapped, orderFees, swapFees, ending } = traded;
  const markets = instruments.all
    .map((instrument) => ({ symbol: instrument.symbol, ...termsAt(instrument, now) }))
    .filter(({ makerFee, takerFee }) => makerFee < own.maker || takerFee < own.taker);
  const text = (amount: Amount) => formatDecimal(amount);
  return {
    level: own.level,
    maker: formatDecimal(own.maker),
    taker: formatDecimal(own.taker),
    day: before,
    since: day === undefined ? '' : isoTime(day.fromAt),
    traded: text(sum([waited, atOnce, swapped])),
    waited: text(waited),
    atOnce: text(atOnce),
    swapped: text(swapped),
    orderFees: text(orderFees),
    swapFees: text(swapFees),
    ending: text(ending),
    levels: levels.map(({ level, from, maker, taker }) => ({
      level,
      from: text(from),
      maker: formatDecimal(maker),
      taker: formatDecimal(taker),
    })),
    markets: markets.map((market) => {
      const { maker, taker } = leastOf(market, own);
      return { symbol: market.symbol, maker: formatDecimal(maker), taker: formatDecimal(taker) };
    }),
  };
}
