/** Abandoning transfers that operators resolve manually: the rail never starts them, or no longer broadcasts them (ADR 31). */
import { text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineStatement, type RowOf } from '../../platform/database/query.ts';
import { insertRefused, railTransfers } from './stored-transfers.ts';
import type { OwnReason } from '../i18n/reasons.ts';
import type { TransferOut } from './rail.ts';

const keptQuery = railTransfers
  .pick('state', 'txid')
  .select('kernel.keptTransfer', 'where reference = $1', [text]);

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
  const { reference, network, asset, address, amount } = transfer;
  const refused = { reference, network, asset, address, amount, reason: BY_HAND, createdAt: at };
  // Waits for a transaction that is just signing the transfer.
  await insertRefused(tx, refused);
  await tx.run(giveUp, [reference, at]);
  return tx.one(keptQuery, [reference]);
}
