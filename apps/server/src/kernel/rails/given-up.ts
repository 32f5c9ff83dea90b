/** Transfers that people decide in their rail's place: what a rail had kept of one, and the bar that keeps it from ever beginning. */
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

/** Whoever signs it at this moment is waited for. */
const bar = defineStatement({
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

/** `txid` is the one transaction that may carry it, once there is one. */
export type KeptTransfer = RowOf<typeof keptQuery>;

/** Nothing when no rail has begun it, or none that keeps anything. */
export function keptTransfer(reader: Reader, reference: string): Promise<KeptTransfer | undefined> {
  return reader.maybe(keptQuery, [reference]);
}

const BY_HAND: OwnReason = 'reason.byHand';

/**
 * From the commit on no rail begins the transfer, and what was signed before is given to the chain no more. Gives what
 * was kept of it: `refused` for what had not begun. Source: ADR 31.
 */
export async function giveUpTransfer(
  tx: Tx,
  transfer: TransferOut,
  at: number,
): Promise<KeptTransfer> {
  const { reference, network, asset, address, amount: sum } = transfer;
  await tx.run(bar, [reference, network, asset, address, sum, BY_HAND, at]);
  await tx.run(giveUp, [reference, at]);
  return tx.one(keptQuery, [reference]);
}
