/** What came in and what went out, for files of closed days: over networks, and at the bank. */
import { amountSql, isoSql, recordsSource } from '../../../kernel/files-of-days/file-source.ts';

const common = {
  state: 't.state',
  created_at: isoSql('t.created_at'),
  decided_at: isoSql('t.decided_at'),
};
const by = { at: 't.created_at', member: 't.member_id', asset: 't.asset' };

const depositsSource = recordsSource({
  name: 'funding.depositsFile',
  table: 'deposits',
  columns: {
    deposit: 't.id',
    member: 't.member_id',
    asset: 't.asset',
    amount: amountSql('t.amount'),
    fee: amountSql('t.fee'),
    source: 't.source',
    network: 't.network',
    address: 't.address',
    transaction: 't.txid',
    ...common,
  },
  ...by,
});

const wiresSource = recordsSource({
  name: 'funding.wiresFile',
  table: 'wires',
  columns: {
    wire: 't.id',
    member: 't.member_id',
    asset: 't.asset',
    announced: amountSql('t.amount'),
    received: amountSql('t.received'),
    reference: 't.reference',
    bank_reference: 't.bank_reference',
    ...common,
  },
  ...by,
});

const withdrawalsSource = recordsSource({
  name: 'funding.withdrawalsFile',
  table: 'withdrawals',
  columns: {
    withdrawal: 't.id',
    member: 't.member_id',
    asset: 't.asset',
    amount: amountSql('t.amount'),
    fee: amountSql('t.fee'),
    network: 't.network',
    address: 't.address',
    memo: 't.memo',
    transaction: 't.txid',
    ...common,
  },
  ...by,
});

const payoutsSource = recordsSource({
  name: 'funding.payoutsFile',
  table: 'payouts',
  columns: {
    payout: 't.id',
    member: 't.member_id',
    asset: 't.asset',
    amount: amountSql('t.amount'),
    currency: 't.currency',
    rate: amountSql('t.rate'),
    fee: amountSql('t.fee'),
    received: amountSql('t.received'),
    bank_reference: 't.bank_reference',
    ...common,
  },
  ...by,
});

/** By the kinds of files. */
export const transferSources = {
  deposits: depositsSource,
  wires: wiresSource,
  withdrawals: withdrawalsSource,
  payouts: payoutsSource,
};
