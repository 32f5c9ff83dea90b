/** Reads the trades among the stored ticks of a market, for files of a past day. */
import {
  amount,
  bool,
  int2,
  int8,
  price,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';

const firstTick = defineQuery({
  name: 'pricing.firstTickOfSpan',
  text: `select t.seq, t.seq = 1 or exists (select from ticks p where p.instrument_id = t.instrument_id and p.seq = t.seq - 1) as is_linked
    from ticks t where t.instrument_id = $1 and t.at >= $2 and t.at < $3 order by t.at limit 1`,
  params: [int2, timestamptz, timestamptz],
  row: { seq: int8, isLinked: bool },
});

const tradesAfter = defineQuery({
  name: 'pricing.tradesAfter',
  text: `select seq, at, price, quantity, taker_side from ticks
    where instrument_id = $1 and seq > $2 and at < $3 and quantity > 0 order by seq limit $4`,
  params: [int2, int8, timestamptz, int8],
  row: { seq: int8, at: timestamptz, price, quantity: amount, takerSide: text },
});

/** A reference tick with a quantity. Units: `at` epoch milliseconds, `quantity` in base. */
export type TradeRow = Omit<RowOf<typeof tradesAfter>, 'takerSide'> & {
  readonly takerSide: 'buy' | 'sell';
};

/** A market's span of time, from `from` and before `to`. Units: epoch milliseconds. */
export interface TradeSpan {
  readonly instrumentId: number;
  readonly from: number;
  readonly to: number;
}

/** About 10 ms of the main thread. */
const PAGE = 1_000;

/** Oldest first, in pages; nothing at all when retention has deleted the first of them. */
export async function* tradesIn(
  reader: Reader,
  { instrumentId, from, to }: TradeSpan,
): AsyncGenerator<TradeRow[]> {
  const first = await reader.maybe(firstTick, [instrumentId, from, to]);
  if (!first?.isLinked) return;
  for (let after = first.seq - 1; ; ) {
    const page = (await reader.many(tradesAfter, [instrumentId, after, to, PAGE])) as TradeRow[];
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.seq;
  }
}
