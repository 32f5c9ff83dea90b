/** Abandoning transfers that operators resolve manually: the rail never starts them, or no longer broadcasts them (ADR 31). */
import { amount, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import type { OwnReason } from '../i18n/reasons.ts';
import type { TransferOut } from './rail.ts';

const keptQuery = defineQuery({
  name: 'kernel.keptTransfer',
  text: 'select state, txid from rail_transfers where reference = $1',
  params: [text],
  row: { state: text, txid: nullable(text) },
});

/** Waits for a transaction that is just signing the transfer. */
const refuse = defineStatement({
  name: 'kernel.barTransfer',
  text: `insert into rail_transfers (reference, network, asset, address, amount, state, reason, created_at, updated_at)
    values ($1, $2, $3, $4, $5, 'refused', $6, $7, $7) on conflict (reference) do nothing`,
  params: [text, text, text, text, amount, text, timestamptz],
});

const giveUp = defineStatement({
  name: 'kernel.giveUpTransfer',
  text: `update rail_transfers set given_up_at = $2 where reference = $1 and state = 'signed'`,
  params: [text, timestamptz],
});

/** `txid` is the signed transaction, if there is one. */
export type StoredTransfer = RowOf<typeof keptQuery>;

/** Undefined if no rail has started the transfer, or its rail stores nothing. */
export function storedTransfer(
  reader: Reader,
  reference: string,
): Promise<StoredTransfer | undefined> {
  return reader.maybe(keptQuery, [reference]);
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
  const { reference, network, asset, address, amount: sum } = transfer;
  await tx.run(refuse, [reference, network, asset, address, sum, BY_HAND, at]);
  await tx.run(giveUp, [reference, at]);
  return tx.one(keptQuery, [reference]);
}
