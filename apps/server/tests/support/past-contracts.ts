/** Past contracts with given outcomes, inserted by the owner of the tables without the guards. */
import { arrayOf, int2, int8, text, timestamptz } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineStatement } from '../../src/platform/database/query.ts';

/** The values of the API. */
export const WIN = 1;
export const LOSS = 2;
export const TIE = 3;

export const GUARDS_OFF = 'alter table futures_contracts disable trigger user';
export const GUARDS_ON = 'alter table futures_contracts enable trigger user';

/** From one acceptance to the next, as in the SQL below. */
export const PAST_EVERY_MS = 61_000;

/**
 * Up for 100 USDT over 60 s at 85 %, one after the other: each is accepted half a second after the one before was due.
 * Parameters: member, symbol, outcomes, when the first is accepted.
 */
export const INSERT_PAST = `insert into futures_contracts (id, member_id, instrument_id, direction, stake, rule, duration_s,
    payout_ratio, open_after_ms, open_within_ms, stale_after_ms, terms_hash, accepted_at, receipt, status, outcome, reason,
    open_seq, open_price, open_at, due_at, close_seq, close_price, close_at, payout, profit, settled_at, updated_at)
  select nextval('futures_contract_ids'), $1, (select id from instruments where symbol = $2), 1, 100, 2, 60, 0.85, 0, 2000,
    10000, decode(repeat('00', 32), 'hex'), at, 'of the past', 2, outcome, 0, 1, 100, at + interval '0.5 s',
    at + interval '60.5 s', 61, case outcome when 1 then 101 when 2 then 99 else 100 end, at + interval '60.5 s',
    case outcome when 1 then 185 when 2 then 0 else 100 end, case outcome when 1 then 85 when 2 then -100 else 0 end,
    at + interval '61 s', at + interval '61 s'
  from (
    select outcome, $4::timestamptz + (place - 1) * interval '61 s' as at
    from unnest($3::smallint[]) with ordinality as o(outcome, place) order by place
  ) past`;

const guardsOff = defineStatement({ name: 'test.contractGuardsOff', text: GUARDS_OFF, params: [] });
const guardsOn = defineStatement({ name: 'test.contractGuardsOn', text: GUARDS_ON, params: [] });
const insertPast = defineStatement({
  name: 'test.insertPastContracts',
  text: INSERT_PAST,
  params: [int8, text, arrayOf(int2), timestamptz],
});
export interface PastContracts {
  readonly memberId: number;
  readonly symbol?: string;
  readonly outcomes: readonly number[];
  /** Epoch milliseconds. */
  readonly from: number;
}

export function insertPastContracts(owner: Database, all: readonly PastContracts[]): Promise<void> {
  return owner.transaction(async (tx) => {
    await tx.run(guardsOff, []);
    for (const { memberId, symbol = 'btcusdt', outcomes, from } of all) {
      await tx.run(insertPast, [memberId, symbol, outcomes, from]);
    }
    await tx.run(guardsOn, []);
  });
}

/** Repeatable outcomes of which this share of wins and losses are wins. */
export function outcomesOf(count: number, share: number, seed = 1): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24 < share ? WIN : LOSS;
  });
}
