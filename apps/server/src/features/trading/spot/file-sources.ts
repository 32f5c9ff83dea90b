/** Orders and trades for files of closed days. */
import { amountSql, isoSql, recordsSource } from '../../../kernel/files-of-days/file-source.ts';

export const ordersSource = recordsSource({
  name: 'spot.ordersFile',
  table: 'spot_orders',
  columns: {
    order: 't.id',
    member: 't.member_id',
    market: 'instrument_symbol(t.instrument_id)',
    side: "case t.side when 1 then 'buy' else 'sell' end",
    type: "case t.type when 1 then 'limit' else 'market' end",
    price: amountSql('t.limit_price'),
    quantity: amountSql('t.quantity'),
    budget: amountSql('t.budget'),
    filled: amountSql('t.filled_quantity'),
    filled_quote: amountSql('t.filled_quote'),
    fee: amountSql('t.fee'),
    status: "case t.status when 1 then 'open' when 2 then 'filled' else 'cancelled' end",
    created_at: isoSql('t.created_at'),
    updated_at: isoSql('t.updated_at'),
  },
  at: 't.created_at',
  member: 't.member_id',
});

/** Both sides in one row; a side of the exchange has no member. */
export const tradesSource = recordsSource({
  name: 'spot.tradesFile',
  table: 'spot_trades',
  columns: {
    trade: 't.id',
    market: 'instrument_symbol(t.instrument_id)',
    taker_side: "case t.taker_side when 1 then 'buy' else 'sell' end",
    price: amountSql('t.price'),
    quantity: amountSql('t.quantity'),
    quote: amountSql('t.quote_amount'),
    maker_order: 't.maker_order_id',
    maker: 'm.member_id',
    maker_fee: amountSql('t.maker_fee'),
    taker_order: 't.taker_order_id',
    taker: 'k.member_id',
    taker_fee: amountSql('t.taker_fee'),
    created_at: isoSql('t.created_at'),
  },
  joins:
    'left join spot_orders m on m.id = t.maker_order_id left join spot_orders k on k.id = t.taker_order_id',
  at: 't.created_at',
  member: 'k.member_id',
});
