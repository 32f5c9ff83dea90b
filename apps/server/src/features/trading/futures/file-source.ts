/** Timed contracts for files of closed days. */
import { amountSql, isoSql, recordsSource } from '../../../kernel/files-of-days/file-source.ts';

export const contractsSource = recordsSource({
  name: 'futures.contractsFile',
  table: 'futures_contracts',
  columns: {
    contract: 't.id',
    member: 't.member_id',
    market: 'instrument_symbol(t.instrument_id)',
    direction: "case t.direction when 1 then 'up' else 'down' end",
    stake: amountSql('t.stake'),
    duration_s: 't.duration_s',
    payout_ratio: amountSql('t.payout_ratio'),
    status: "case t.status when 1 then 'pending' when 2 then 'settled' else 'invalid' end",
    outcome: "case t.outcome when 1 then 'win' when 2 then 'loss' when 3 then 'tie' else '' end",
    open_price: amountSql('t.open_price'),
    close_price: amountSql('t.close_price'),
    payout: amountSql('t.payout'),
    profit: amountSql('t.profit'),
    accepted_at: isoSql('t.accepted_at'),
    settled_at: isoSql('t.settled_at'),
  },
  at: 't.accepted_at',
  member: 't.member_id',
});
