/** The SQL of members' contracts: placing, lists, results. */
import { type Amount, ZERO } from '@tern/money';
import {
  amount,
  arrayOf,
  bytea,
  int2,
  int4,
  int8,
  nullable,
  price,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { type Page, type PageOf, readPage } from '../../../kernel/requests/page.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';
import {
  type Agreement,
  type Contract,
  directionCodes,
  directionOf,
  outcomeCodes,
  statusCodes,
} from './contract.ts';
import type { Exposure, Results } from './rules.ts';

export const futuresContracts = defineTable('futures_contracts', {
  id: int8,
  memberId: int8,
  instrumentId: int2,
  direction: int2,
  stake: amount,
  rule: int2,
  durationS: int4,
  payoutRatio: rate,
  openAfterMs: int4,
  openWithinMs: int4,
  staleAfterMs: int4,
  termsHash: bytea,
  acceptedAt: timestamptz,
  receipt: text,
  status: int2,
  outcome: int2,
  reason: int2,
  openSeq: nullable(int8),
  openPrice: nullable(price),
  openAt: nullable(timestamptz),
  dueAt: nullable(timestamptz),
  closeSeq: nullable(int8),
  closePrice: nullable(price),
  closeAt: nullable(timestamptz),
  payout: amount,
  profit: amount,
  settledAt: nullable(timestamptz),
  updatedAt: timestamptz,
});

const nextContractId = defineQuery({
  name: 'futures.nextContractId',
  text: `select nextval('futures_contract_ids') as id`,
  params: [],
  row: { id: int8 },
});

const insertContract = defineQuery({
  name: 'futures.insertContract',
  text: `with placed as (
      insert into futures_contracts (id, member_id, instrument_id, direction, stake, rule, duration_s, payout_ratio,
        open_after_ms, open_within_ms, stale_after_ms, terms_hash, accepted_at, receipt, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $13) returning ${futuresContracts.columns}
    ), waiting as (
      insert into futures_waiting (for_end, at, id) select false, accepted_at, id from placed
    )
    select ${futuresContracts.columns} from placed`,
  params: [
    int8,
    int8,
    int2,
    int2,
    amount,
    int2,
    int4,
    rate,
    int4,
    int4,
    int4,
    bytea,
    timestamptz,
    text,
  ],
  row: futuresContracts.row,
});

const stakedSinceQuery = defineQuery({
  name: 'futures.stakedSince',
  text: `select coalesce(sum(stake), 0) as staked from futures_contracts
    where member_id = $1 and accepted_at >= $2 and status <> ${statusCodes.invalid}`,
  params: [int8, timestamptz],
  row: { staked: amount },
});

const payable = defineQuery({
  name: 'futures.payableAtMost',
  text: `select coalesce(sum(up_stake + up_profit + down_stake + down_profit), 0) as amount from futures_exposure`,
  params: [],
  row: { amount },
});

/** What all pending contracts would pay if each were won. */
export async function payableAtMost(reader: Reader): Promise<Amount> {
  return (await reader.one(payable, [])).amount;
}

const addExposureQuery = defineQuery({
  name: 'futures.addExposure',
  text: `insert into futures_exposure as e (instrument_id, up_stake, up_profit, down_stake, down_profit)
    values ($1, $2, $3, $4, $5)
    on conflict (instrument_id) do update set up_stake = e.up_stake + excluded.up_stake,
      up_profit = e.up_profit + excluded.up_profit, down_stake = e.down_stake + excluded.down_stake,
      down_profit = e.down_profit + excluded.down_profit
    returning up_stake, up_profit, down_stake, down_profit`,
  params: [int2, amount, amount, amount, amount],
  row: { upStake: amount, upProfit: amount, downStake: amount, downProfit: amount },
});

const contractOfMember = futuresContracts.select(
  'futures.contractOfMember',
  'where id = $1 and member_id = $2',
  [int8, int8],
);

export const contractOwner = futuresContracts
  .pick('memberId')
  .select('futures.contractOwner', 'where id = $1', [int8]);

const contractsOfMember = futuresContracts.select(
  'futures.contractsOfMember',
  `where member_id = $1 and status = any($2::smallint[])
    order by accepted_at desc, id desc limit $3 offset $4`,
  [int8, arrayOf(int2), int8, int8],
);

const countOfMember = futuresContracts.count(
  'futures.countOfMember',
  'where member_id = $1 and status = any($2::smallint[])',
  [int8, arrayOf(int2)],
);

const { win, loss, tie } = outcomeCodes;
const { pending, settled, invalid } = statusCodes;

const resultsOfMember = defineQuery({
  name: 'futures.resultsOfMember',
  text: `select count(*) filter (where outcome = ${win})::int as wins, count(*) filter (where outcome = ${loss})::int as losses,
      count(*) filter (where outcome = ${tie})::int as ties, count(*) filter (where status = ${invalid})::int as invalid,
      coalesce(sum(stake) filter (where status = ${settled}), 0) as staked, coalesce(sum(profit), 0) as profit,
      coalesce(sum(stake) filter (where outcome in (${win}, ${loss})), 0) as decided_stake,
      coalesce(sum(trunc(stake * payout_ratio, 18)) filter (where outcome in (${win}, ${loss})), 0) as possible_profit
    from futures_contracts where member_id = $1 and status <> ${pending}`,
  params: [int8],
  row: {
    wins: int4,
    losses: int4,
    ties: int4,
    invalid: int4,
    staked: amount,
    profit: amount,
    decidedStake: amount,
    possibleProfit: amount,
  },
});

function contractOf(row: RowOf<typeof contractOfMember>): Contract {
  const { direction, durationS, status, outcome, reason, ...same } = row;
  return {
    ...same,
    direction: directionOf(direction),
    durationSeconds: durationS,
    status: status as Contract['status'],
    outcome: outcome as Contract['outcome'],
    reason: reason as Contract['reason'],
  };
}

export async function newContractId(tx: Tx): Promise<number> {
  return (await tx.one(nextContractId, [])).id;
}

export async function writeContract(tx: Tx, agreed: Agreement): Promise<Contract> {
  const row = await tx.one(insertContract, [
    agreed.id,
    agreed.memberId,
    agreed.instrumentId,
    directionCodes[agreed.direction],
    agreed.stake,
    agreed.rule,
    agreed.durationSeconds,
    agreed.payoutRatio,
    agreed.openAfterMs,
    agreed.openWithinMs,
    agreed.staleAfterMs,
    agreed.termsHash,
    agreed.acceptedAt,
    agreed.receipt,
  ]);
  return contractOf(row);
}

/** Total stake of the member's contracts accepted since a moment, without invalid ones, whose stake was returned. */
export async function stakedSince(
  reader: Reader,
  memberId: number,
  since: number,
): Promise<Amount> {
  return (await reader.one(stakedSinceQuery, [memberId, since])).staked;
}

/** Adds a contract to the exchange's exposure and returns the new totals. */
export function addExposure(
  tx: Tx,
  contract: Pick<Agreement, 'instrumentId' | 'direction' | 'stake'>,
  profit: Amount,
): Promise<Exposure> {
  const { instrumentId, direction, stake } = contract;
  const sides = direction === 'up' ? [stake, profit, ZERO, ZERO] : [ZERO, ZERO, stake, profit];
  return tx.one(addExposureQuery, [instrumentId, ...(sides as [Amount, Amount, Amount, Amount])]);
}

export async function findContract(
  reader: Reader,
  id: number,
  memberId: number,
): Promise<Contract | undefined> {
  const row = await reader.maybe(contractOfMember, [id, memberId]);
  return row === undefined ? undefined : contractOf(row);
}

/** One page of a member's contracts, newest first. */
export function findContracts<Out>(
  reader: Reader,
  filter: { memberId: number; statuses: number[] },
  given: { page: Page; row: (contract: Contract) => Out },
): Promise<PageOf<Out>> {
  return readPage(
    reader,
    { list: contractsOfMember, count: countOfMember },
    {
      filter: [filter.memberId, filter.statuses],
      page: given.page,
      row: (stored) => given.row(contractOf(stored)),
    },
  );
}

export type MemberResults = Results & {
  readonly ties: number;
  readonly invalid: number;
  readonly staked: Amount;
  readonly profit: Amount;
};

export function findResults(reader: Reader, memberId: number): Promise<MemberResults> {
  return reader.one(resultsOfMember, [memberId]);
}

const countContracts = defineQuery({
  name: 'futures.countContractsOfMember',
  text: `select count(*) filter (where status = ${statusCodes.pending})::int as running, count(*)::int as total
    from futures_contracts where member_id = $1`,
  params: [int8],
  row: { running: int4, total: int4 },
});

/** Counts a member's contracts, and the pending ones. */
export function countContractsOf(reader: Reader, memberId: number) {
  return reader.one(countContracts, [memberId]);
}
