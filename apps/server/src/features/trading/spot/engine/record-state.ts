/** Where the record of a market stands after the batches in flight: its number and time, and the exchange's quotes. Immutable, so that a rollback returns to the state before. */
import type { ReferenceTick } from '../../../../kernel/prices/reference-prices.ts';
import type { Batch, PlannedBatch } from './batch.ts';

export interface RecordState {
  /** The newest number. */
  readonly last: number;
  /** Of the newest batch that has a number, epoch ms. */
  readonly at: number;
  /** The record has the terms by which this engine matches. */
  readonly isStated: boolean;
  /** The exchange's quotes in the book; ids count down. */
  readonly quoteIds: readonly number[];
  /** The price of quotes that the record does not have, because they matched nothing; null: they were withdrawn. */
  readonly unrecorded: ReferenceTick | null | undefined;
}

/** Of an engine that begins: no quote of the exchange stands. */
export const beginningAt = ({ last, at }: Pick<RecordState, 'last' | 'at'>): RecordState => ({
  last,
  at,
  isStated: false,
  quoteIds: [],
  unrecorded: undefined,
});

export const changesQuotes = ({ withdrawn, quotes }: Pick<Batch, 'withdrawn' | 'quotes'>) =>
  withdrawn.length > 0 || quotes.length > 0;

const quotesOf = ({ quotes, firstQuoteId }: Batch) =>
  quotes.map((_quote, index) => firstQuoteId - index);

/** After quotes that matched nothing, which the record gets with the next batch that has a number. */
export function afterQuietQuotes(state: RecordState, batch: Batch): RecordState {
  if (!changesQuotes(batch)) return state;
  const unrecorded = batch.quotes.length > 0 ? batch.tick! : null;
  return { ...state, quoteIds: quotesOf(batch), unrecorded };
}

/** After a batch that is written. */
export function afterBatch(state: RecordState, { batch, recorded }: PlannedBatch): RecordState {
  const quoteIds = changesQuotes(batch) ? quotesOf(batch) : state.quoteIds;
  if (recorded === undefined) return { ...state, quoteIds };
  const { last, at } = recorded;
  return { last, at, isStated: true, quoteIds, unrecorded: undefined };
}
