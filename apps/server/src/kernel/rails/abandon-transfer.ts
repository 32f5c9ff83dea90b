/** Abandoning transfers that operators resolve manually: the rail never starts them, or no longer broadcasts them (ADR 31). */
import { arrayOf, bool, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { insertRefused } from './stored-transfers.ts';
import type { OwnReason } from '../i18n/reasons.ts';
import type { TransferOut } from './rail.ts';

const SIGNED = `(select array_agg(r.txid order by r.attempt) from rail_replacements r where r.reference = t.reference)`;

const keptQuery = defineQuery({
  name: 'kernel.keptTransfer',
  text: `select t.state, coalesce(t.mined_txid, (${SIGNED})[array_upper(${SIGNED}, 1)], t.txid) as txid,
      array_remove(t.txid || coalesce(${SIGNED}, '{}'), null) as txids,
      rail_transfer_is_expired(t.reference) as is_expired
    from rail_transfers t where t.reference = $1`,
  params: [text],
  row: { state: text, txid: nullable(text), txids: arrayOf(text), isExpired: nullable(bool) },
});

const signedFor = defineQuery({
  name: 'kernel.signedFor',
  text: `select reference from rail_transfers where txid = $1
    union all select reference from rail_replacements where txid = $1`,
  params: [text],
  row: { reference: text },
});

const giveUp = defineStatement({
  name: 'kernel.giveUpTransfer',
  text: `update rail_transfers set given_up_at = $2 where reference = $1 and state = 'signed'`,
  params: [text, timestamptz],
});

/**
 * `txids`: all that were signed, of which a chain takes one; `txid`: that one, or the last signed. `isExpired`: whether all blocks that may
 * take one of them were read; null where none expires.
 */
export type StoredTransfer = RowOf<typeof keptQuery>;

/** Undefined if no rail has started the transfer, or its rail stores nothing. */
export function storedTransfer(
  reader: Reader,
  reference: string,
): Promise<StoredTransfer | undefined> {
  return reader.maybe(keptQuery, [reference]);
}

/** The reference of the transfer that a transaction was signed for; undefined for a foreign one. `txid`: in lower case. */
export async function transferSignedAs(reader: Reader, txid: string): Promise<string | undefined> {
  return (await reader.maybe(signedFor, [txid]))?.reference;
}

const BY_HAND: OwnReason = 'reason.byHand';

/**
 * After the commit no rail starts the transfer, and an already signed transaction is no longer broadcast. Returns the
 * stored transfer; its state is `refused` if it had not been started.
 */
export async function abandonTransfer(
  tx: Tx,
  transfer: TransferOut,
  at: number,
): Promise<StoredTransfer> {
  const { reference, network, asset, address, amount } = transfer;
  const refused = { reference, network, asset, address, amount, reason: BY_HAND, createdAt: at };
  // Waits for a transaction that is just signing the transfer.
  await insertRefused(tx, refused);
  await tx.run(giveUp, [reference, at]);
  return tx.one(keptQuery, [reference]);
}
