/** Signed calls about the account's records and its total value. */
import { type Amount, divideInteger, formatDecimal, ONE, quantize, sum, ZERO } from '@tern/money';
import { type RecordType, recordTypes } from '@tern/ledger';
import type { HtxAccountRecord, HtxLedgerRow, HtxValuation } from '@tern/protocol';
import { balancesOf, ownedOf } from '../../../../../kernel/ledger/balances.ts';
import { recordsBetween, type RecordRow } from '../../../../../kernel/ledger/records.ts';
import { turnsOfRows } from '../../../../../platform/turns.ts';
import { HtxFault } from '../../../keys/index.ts';
import { checkAccount } from './account-calls.ts';
import { type Inputs, namesIn, textIn, wholeIn } from './request-fields.ts';
import {
  Page,
  type SignedCall,
  type SignedCallDeps,
  type SignedRequestContext,
} from './signed-call.ts';

const SIZE = 100;
const SIZE_MAX = 500;
const TIME_MAX = 253_402_300_799_999;

/** HTX's types of account changes; all others are `other-types`. */
const typesByKind: Partial<Record<RecordType, string>> = {
  [recordTypes.spotBuy]: 'trade',
  [recordTypes.spotSell]: 'trade',
  [recordTypes.deposit]: 'deposit',
  [recordTypes.depositSuccess]: 'deposit',
  [recordTypes.withdrawal]: 'withdraw',
  [recordTypes.withdrawalReturn]: 'withdraw',
  [recordTypes.withdrawalSuccess]: 'withdraw',
  [recordTypes.spotExchange]: 'exchange',
  [recordTypes.exchangeFee]: 'fee-deduction',
  [recordTypes.transferSent]: 'transfer',
  [recordTypes.transferReceived]: 'transfer',
};
const OTHER = 'other-types';
const TYPES = new Set([...Object.values(typesByKind), OTHER]);

const typeOf = (kind: number): string => typesByKind[kind as RecordType] ?? OTHER;

export const recordCalls: readonly SignedCall[] = [
  {
    method: 'GET',
    path: '/v1/account/history',
    scope: 'read',
    turns: (inputs) => turnsOfRows(limitIn(inputs, 'size')),
    async answer(deps, context): Promise<Page> {
      const { access, inputs } = context;
      checkAccount(access, textIn(inputs, 'account-id') ?? '');
      const names = { types: 'transact-types', from: 'from-id', size: 'size' } as const;
      const span = { since: 'start-time', until: 'end-time' } as const;
      const { rows, next } = await records(deps, context, { ...names, ...span });
      const shown = rows.map(
        (row): HtxAccountRecord => ({
          'account-id': access.memberId,
          currency: row.asset.toLowerCase(),
          'record-id': row.id,
          'transact-amt': formatDecimal(row.amount),
          'transact-type': typeOf(row.kind),
          'transact-time': row.effectiveAt,
          'avail-balance': formatDecimal(row.availableAfter),
          'acct-balance': formatDecimal(row.totalAfter),
        }),
      );
      return new Page(shown, next === undefined ? {} : { 'next-id': next.id });
    },
  },
  {
    method: 'GET',
    path: '/v2/account/ledger',
    scope: 'read',
    turns: (inputs) => turnsOfRows(limitIn(inputs, 'limit')),
    async answer(deps, context): Promise<Page> {
      const { access, inputs } = context;
      checkAccount(access, textIn(inputs, 'accountId') ?? '');
      const names = { types: 'transactTypes', from: 'fromId', size: 'limit' } as const;
      const span = { since: 'startTime', until: 'endTime' } as const;
      const { rows, next } = await records(deps, context, { ...names, ...span });
      const shown = rows.map(
        (row): HtxLedgerRow => ({
          accountId: access.memberId,
          currency: row.asset.toLowerCase(),
          transactAmt: formatDecimal(row.amount),
          transactType: typeOf(row.kind),
          transferType: typeOf(row.kind),
          transactId: row.id,
          transactTime: row.effectiveAt,
        }),
      );
      return new Page(shown, next === undefined ? {} : { nextId: next.id });
    },
  },
  {
    method: 'GET',
    path: '/v2/account/asset-valuation',
    scope: 'read',
    async answer({ database, clock, worthOf }, { access, inputs }): Promise<HtxValuation> {
      const currency = textIn(inputs, 'valuationCurrency')?.toUpperCase() ?? 'BTC';
      const unit = worthOf(currency, ONE as Amount);
      if (unit === undefined || unit <= 0n) {
        throw new HtxFault('base-currency-error', 'The currency has no price now');
      }
      const balances = await balancesOf(database, access.memberId);
      // Assets without a price count as zero, as in the app.
      const total = sum(balances.map((row) => worthOf(row.asset, ownedOf(row)) ?? ZERO));
      const worth = divideInteger(total * ONE, unit, 'truncate') as Amount;
      return { balance: formatDecimal(quantize(worth, 8, 'truncate')), timestamp: clock.now() };
    },
  },
];

/** A call's names of its filters. */
type Names = Record<'types' | 'from' | 'size' | 'since' | 'until', string>;

interface RecordPage {
  rows: RecordRow[];
  /** The first record of the next page. */
  next: RecordRow | undefined;
}

/** Records of one millisecond that a page has beyond its size. */
const TIES_MAX = 2_000;

/**
 * Newest first unless `sort` is `asc`. A first page goes on to the last record of its last millisecond: a client that goes on from a
 * time misses none. @throws validation-format-error
 */
async function records(
  { database }: SignedCallDeps,
  { access, inputs }: SignedRequestContext,
  names: Names,
): Promise<RecordPage> {
  const since = wholeIn(inputs, names.since) ?? 0;
  const until = wholeIn(inputs, names.until) ?? TIME_MAX;
  if (since > until) throw new HtxFault('validation-format-error', `Format Error: ${names.since}.`);
  const range = {
    memberId: access.memberId,
    asset: textIn(inputs, 'currency')?.toUpperCase() ?? null,
    kinds: kindsIn(inputs, names.types),
    since,
    until,
    from: wholeIn(inputs, names.from) ?? null,
    isOldestFirst: sortIn(inputs) === 'asc',
  };
  const size = limitIn(inputs, names.size);
  const isTie = (at: number, rows: readonly RecordRow[]) =>
    range.from === null && rows[at]?.effectiveAt === rows[size - 1]?.effectiveAt;
  let found = await recordsBetween(database, { ...range, limit: size + 1 });
  if (!isTie(size, found)) return { rows: found.slice(0, size), next: found[size] };
  found = await recordsBetween(database, { ...range, limit: size + TIES_MAX + 1 });
  let end = size;
  while (end < size + TIES_MAX && end < found.length && isTie(end, found)) end += 1;
  return { rows: found.slice(0, end), next: found[end] };
}

const limitIn = (inputs: Inputs, name: string): number =>
  Math.min(Math.max(wholeIn(inputs, name) ?? SIZE, 1), SIZE_MAX);

function sortIn(inputs: Inputs): 'asc' | 'desc' {
  const sort = textIn(inputs, 'sort') ?? 'desc';
  if (sort === 'asc' || sort === 'desc') return sort;
  throw new HtxFault('validation-format-error', 'Format Error: sort.');
}

/** Null for all. */
function kindsIn(inputs: Inputs, name: string): number[] | null {
  const types = namesIn(inputs, name);
  if (types === undefined || types.includes('all')) return null;
  if (types.some((type) => !TYPES.has(type))) {
    throw new HtxFault('validation-format-error', `Format Error: ${name}.`);
  }
  return Object.values(recordTypes).filter((kind) => types.includes(typeOf(kind)));
}
