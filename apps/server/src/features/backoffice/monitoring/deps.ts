/** What the feature uses. */
import type { Amount } from '@tern/money';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { BookActs, TradingFacts } from '../../trading/spot/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';

/** Epoch ms, both included. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export interface MonitoringDeps {
  database: Database;
  clock: Clock;
  reviews: Pick<Reviews, 'announce'>;
  instruments: Pick<InstrumentRegistry, 'findById'>;
  /** The names in members' documents. */
  namesOf(
    reader: Reader,
    memberIds: readonly number[],
  ): Promise<ReadonlyMap<number, { name: string; isVerified: boolean }>>;
  /** In USDT at the prices of then, one for each; without a price 0. */
  pastWorths(
    reader: Reader,
    amounts: readonly { asset: string; amount: Amount; effectiveAt: number }[],
  ): Promise<Amount[]>;
  /** Who withdrew to addresses of these members for the first time, oldest first. */
  sharedAddresses(
    reader: Reader,
    memberIds: readonly number[],
    span: Span,
  ): Promise<{ ofMember: number; memberId: number; value: string; at: number }[]>;
  orders: {
    recordPositions(reader: Reader): Promise<{ instrumentId: number; lastNumber: number }[]>;
    numberBefore(
      reader: Reader,
      market: { instrumentId: number; lastNumber: number },
      at: number,
    ): Promise<number>;
    bookActs(
      reader: Reader,
      part: { instrumentId: number; after: number; upTo: number; batches: number },
    ): Promise<BookActs | undefined>;
    tradingOf(reader: Reader, memberIds: readonly number[], span: Span): Promise<TradingFacts>;
  };
}
