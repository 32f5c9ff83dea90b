/** The SQL of moves between the exchange's own wallets of a chain: sweeps, and gas for them (ADR 114). */
import {
  amount,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const railMoves = defineTable('rail_moves', {
  txid: text,
  network: text,
  kind: text,
  asset: nullable(text),
  sender: text,
  recipient: text,
  amount,
  nonce: int8,
  attempt: int4,
  signed: text,
  createdAt: timestamptz,
});

/** @throws a violation when another move of the address is under way, or took the nonce meanwhile */
export const insertMove = railMoves.insert('rails.insertMove', [
  'txid',
  'network',
  'kind',
  'asset',
  'sender',
  'recipient',
  'amount',
  'nonce',
  'attempt',
  'signed',
  'createdAt',
]);

/** Those of one nonce after each other, in the order in which they were signed. */
export const movesUnderWay = railMoves.select(
  'rails.movesUnderWay',
  `where network = $1 and state = 'signed' order by sender, nonce, attempt`,
  [text],
);
export type Move = RowOf<typeof movesUnderWay>;

/** The first nonce above all that were signed for an address. */
export const nextMoveNonce = defineQuery({
  name: 'rails.nextMoveNonce',
  text: 'select coalesce(max(nonce) + 1, 0) as nonce from rail_moves where network = $1 and sender = $2',
  params: [text, text],
  row: { nonce: int8 },
});

/** `$2`: done or failed; `$3`: its block, null when another transaction took the nonce. Has no effect on one that ended. */
export const endMove = defineStatement({
  name: 'rails.endMove',
  text: `update rail_moves set state = $2, height = $3, ended_at = $4 where txid = $1 and state = 'signed'`,
  params: [text, text, nullable(int8), timestamptz],
});

/** All other attempts of the nonce: none of them can be in a block now. */
export const endReplaced = defineStatement({
  name: 'rails.endReplaced',
  text: `update rail_moves set state = 'replaced', ended_at = $4
    where network = $1 and sender = $2 and nonce = $3 and state = 'signed'`,
  params: [text, text, int8, timestamptz],
});

/** How often an address got gas since a time. */
export const gasSince = defineQuery({
  name: 'rails.gasSince',
  text: `select count(*)::int as times from rail_moves
    where network = $1 and recipient = $2 and kind = 'gas' and attempt = 1 and created_at > $3`,
  params: [text, text, timestamptz],
  row: { times: int4 },
});

/** The derivation path of an address of deposits, or of the treasury's. */
export const pathOfAddress = defineQuery({
  name: 'rails.pathOfAddress',
  text: `select path_index from rail_addresses where network = $1 and address = $2
    union all select path_index from rail_house_addresses where network = $1 and address = $2`,
  params: [text, text],
  row: { pathIndex: int4 },
});
