/** The rates of new orders, from memory: each instance reads the levels of a day before they hold. */
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import { type MarketTerms, termsAt } from '../../../kernel/catalog/market-terms.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { OrderFees } from '../spot/index.ts';
import { type FeeLevel, parseLevels } from './settings.ts';
import { levelsOfDay, newestDays } from './store.ts';

interface KnownDay {
  readonly day: string;
  readonly fromAt: number;
  readonly levels: readonly FeeLevel[];
  /** Members above level 1. */
  readonly above: ReadonlyMap<number, number>;
}

/** The lesser of what the market and the level ask. Without a level: what the market asks. */
export const leastOf = (
  { makerFee, takerFee }: Pick<MarketTerms, 'makerFee' | 'takerFee'>,
  level: Pick<FeeLevel, 'maker' | 'taker'> | undefined,
): OrderFees => ({
  maker: level !== undefined && level.maker < makerFee ? level.maker : makerFee,
  taker: level !== undefined && level.taker < takerFee ? level.taker : takerFee,
});

export class KnownLevels {
  /** Newest first. */
  private days: readonly KnownDay[] = [];

  async refresh(reader: Reader): Promise<void> {
    const stored = await reader.many(newestDays, []);
    const known = new Map(this.days.map((each) => [each.day, each]));
    this.days = await Promise.all(
      stored.map(async ({ day, levels, fromAt }) => {
        const before = known.get(day);
        if (before !== undefined) return before;
        const rows = await reader.many(levelsOfDay, [day]);
        const above = new Map(rows.map(({ memberId, level }) => [memberId, level]));
        return { day, fromAt, levels: parseLevels(levels), above };
      }),
    );
  }

  /** The day whose levels hold at a time; undefined before the first one. */
  dayAt(at: number): KnownDay | undefined {
    return this.days.find(({ fromAt }) => fromAt <= at);
  }

  /** Undefined before the first day. */
  levelAt(memberId: number, at: number): FeeLevel | undefined {
    const day = this.dayAt(at);
    return day?.levels[(day.above.get(memberId) ?? 1) - 1];
  }

  /** What a new order of the member pays in a market. `at`: when it is accepted, epoch ms. */
  feesOf(memberId: number, instrument: Instrument, at: number): OrderFees {
    return leastOf(termsAt(instrument, at), this.levelAt(memberId, at));
  }
}
