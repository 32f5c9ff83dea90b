/** The SQL of moves of the treasury: proposals, and agreements with the sums that allowed them. */
import type { Amount } from '@tern/money';
import { amount, int8, nullable, text, timestamptz } from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const moves = defineTable('treasury_moves', {
  id: int8,
  move: text,
  account: text,
  asset: text,
  amount,
  network: text,
  reference: text,
  reason: text,
  proposedBy: int8,
  createdAt: timestamptz,
});

export type Move = RowOf<typeof moveById>;

/** Returns no row when the proposer has used the request id before. @throws `treasury_moves_receipt_once` */
export const insertMove = defineQuery({
  name: 'treasury.insertMove',
  text: `insert into treasury_moves (move, account, asset, amount, network, reference, reason, proposed_by, request_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (proposed_by, request_id) do nothing returning ${moves.columns}`,
  params: [text, text, text, amount, text, text, text, int8, nullable(text), timestamptz],
  row: moves.row,
});

/** In the order of its parameters. */
export type MoveValues = readonly [
  move: string,
  account: string,
  asset: string,
  amount: Amount,
  network: string,
  reference: string,
  reason: string,
  proposedBy: number,
  requestId: string | null,
  createdAt: number,
];

export const moveById = moves.select('treasury.moveById', 'where id = $1', [int8]);
export const moveByRequest = moves.select(
  'treasury.moveByRequest',
  'where proposed_by = $1 and request_id = $2',
  [int8, nullable(text)],
);
export const newestMoves = moves.select('treasury.newestMoves', 'order by id desc limit $1', [
  int8,
]);

/** The database proves the sums, under a lock. @throws `treasury_balance`, `treasury_needs`, `treasury_cover`, `treasury_agreements_reference_once` */
export const insertAgreement = defineStatement({
  name: 'treasury.insertAgreement',
  text: 'insert into treasury_agreements (move_id, must_stay, agreed_at) values ($1, $2, $3)',
  params: [int8, amount, timestamptz],
});

/** The least that must be held of each unit owed: a ratio, a constant of the database. */
export const coverFloor = defineQuery({
  name: 'treasury.coverFloor',
  text: 'select treasury_cover_floor() as floor',
  params: [],
  row: { floor: amount },
});

/** Of an asset, and of one of its accounts: what the database compares a move with. */
export const positionOf = defineQuery({
  name: 'treasury.position',
  text: 'select balance, held, owed, reserved from treasury_position($1, $2)',
  params: [text, text],
  row: { balance: amount, held: amount, owed: amount, reserved: amount },
});

/** What a feature has promised from an account. */
export interface Need {
  readonly account: string;
  readonly asset: string;
  readonly amount: Amount;
}
