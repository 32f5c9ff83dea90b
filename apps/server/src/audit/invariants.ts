/** The invariants that the running system checks each minute: rules of the audit, for what was written since (ADR 52). */
import type { Invariant } from '../kernel/invariants/invariant.ts';
import { changedGuards } from '../kernel/invariants/schema-guards.ts';
import { brokenAuditLinks, newestAuditLink } from '../kernel/operators/audit-log-chain.ts';
import { findUnagreedOperators, findUnapprovedTerms } from './approvals.ts';
import { findUnapprovedDeposits } from './deposits.ts';
import { findUnfounded } from './entries.ts';
import { contractsEnded, findWrongContracts } from './futures.ts';
import { findOverpaidRewards } from './invitations.ts';
import {
  findBelowFloor,
  findUnbacked,
  findFractions,
  findRewritten,
  findUnbalanced,
  findUnbalancedBook,
  findWrongBalances,
} from './ledger.ts';
import { findOversold } from './offerings.ts';
import { findUnapprovedMoney } from './reviews.ts';
import { findUnreplayed } from './replay-orders.ts';
import { findUnsealed, sealedEntries } from './sealed-journal.ts';
import { findUnsettled } from './replay-settlements.ts';
import { findWrongHolds, findWrongTrades } from './spot.ts';
import { findUnagreedWithdrawals } from './transfers.ts';

/** In the order in which they are checked and shown. */
export const invariants: readonly Invariant[] = [
  {
    id: 'entries-sum-to-zero',
    rule: 'Entries sum to zero',
    isOfEntries: true,
    find: findUnbalanced,
  },
  {
    id: 'balances-match',
    rule: 'Balances match postings',
    find: async (reader, since) => [
      ...(await findWrongBalances(reader, since)),
      ...(await findUnbalancedBook(reader)),
    ],
  },
  { id: 'floors', rule: 'No balance below its floor', find: findBelowFloor },
  { id: 'live-backed', rule: 'Real money is backed by receipts', find: findUnbacked },
  { id: 'holds-match', rule: 'Holds match open orders and withdrawals', find: findWrongHolds },
  {
    id: 'entries-founded',
    rule: 'Entries match their facts',
    isOfEntries: true,
    find: findUnfounded,
  },
  {
    id: 'smallest-units',
    rule: 'Amounts are whole smallest units',
    isOfEntries: true,
    find: findFractions,
  },
  {
    id: 'lines-as-written',
    rule: 'Lines were written with their entry',
    isOfEntries: true,
    find: findRewritten,
  },
  {
    id: 'trades-match',
    rule: 'Trades match both orders',
    isOfEntries: true,
    find: findWrongTrades,
  },
  { id: 'orders-replay', rule: 'Trades replay to the book', find: findUnreplayed },
  {
    id: 'contracts-match',
    rule: 'Contracts match ticks',
    find: findWrongContracts,
    reached: contractsEnded,
  },
  {
    id: 'contracts-settle',
    rule: 'Contracts settle again the same',
    find: findUnsettled,
    reached: contractsEnded,
  },
  { id: 'deposits-approved', rule: 'Deposits approved or seen', find: findUnapprovedDeposits },
  { id: 'offerings-capped', rule: 'New coins within their cap', find: findOversold },
  { id: 'rewards-within-fees', rule: 'Rewards within fees', find: findOverpaidRewards },
  {
    id: 'two-people',
    rule: 'Two people per decision',
    find: async (reader, since) => [
      ...(await findUnapprovedMoney(reader, since)),
      ...(await findUnagreedWithdrawals(reader)),
    ],
    reached: newestAuditLink,
  },
  { id: 'terms-approved', rule: 'Settings and terms as approved', find: findUnapprovedTerms },
  { id: 'operators-agreed', rule: 'Operators as agreed', find: findUnagreedOperators },
  {
    id: 'audit-log',
    rule: 'Audit log unbroken',
    find: async (reader, { own }) =>
      (await brokenAuditLinks(reader, own)).map(({ fault }) => fault),
    reached: newestAuditLink,
  },
  {
    id: 'journal-sealed',
    rule: 'Public log seals the journal',
    find: findUnsealed,
    reached: sealedEntries,
  },
  { id: 'guards', rule: 'Guards of the database in force', find: changedGuards },
];
