/** When operators may resolve a withdrawal in place of its rail, and when the rail contradicts them. Pure (ADR 31). */
import type { StoredTransfer } from '../../../../kernel/rails/abandon-transfer.ts';
import type { TransferEnd } from '../../../../kernel/rails/rail.ts';
import type { Withdrawal } from '../withdrawal/store.ts';

/** `unsent`: it was never sent and never will be. `sent`: a transaction on its network paid it. */
export type Outcome = 'unsent' | 'sent';

/** Of EVM chains, and of TRON, which writes the same without 0x. */
const HEX = /^(0x[0-9a-f]+|[0-9a-f]{64})$/i;

/** A transaction id in one spelling; undefined for an impossible one. */
export function readTxid(text: string): string | undefined {
  const txid = text.trim();
  if (!/^[\w.:-]{8,128}$/.test(txid)) return undefined;
  return HEX.test(txid) ? txid.toLowerCase() : txid;
}

/** The signed transaction that may still pay it, if there is one; the last of several with the same nonce. */
export function signedTxid(kept: StoredTransfer | undefined): string | undefined {
  return kept?.state === 'refused' ? undefined : (kept?.txid ?? undefined);
}

/** Whether the transaction is one of those that its rail signed for it. */
export const isSignedFor = (kept: StoredTransfer | undefined, txid: string): boolean =>
  kept?.txids.some((each) => each.toLowerCase() === txid.toLowerCase()) === true;

/** Whether its rail has not answered for `timeoutMs`. `at`: epoch ms. */
export function isStuck(
  { state, silentSince }: Pick<Withdrawal, 'state' | 'silentSince'>,
  { at, timeoutMs }: { at: number; timeoutMs: number },
): boolean {
  return state === 'sending' && silentSince !== null && silentSince + timeoutMs <= at;
}

/** A signed transaction may reach the chain at any time unless another replaced it, which must be named, or it expires. */
export function namesEnough(
  { outcome, txid }: { outcome: string; txid: string },
  kept: StoredTransfer | undefined,
): boolean {
  if (txid !== '') return true;
  return outcome === 'unsent' && (signedTxid(kept) === undefined || kept?.isExpired !== null);
}

/** Whether a block may still take a transaction that expires, so that nobody can say that it was never sent. */
export const mayBeTaken = (
  { outcome }: { outcome: string },
  kept: StoredTransfer | undefined,
): boolean => outcome === 'unsent' && kept?.isExpired === false && signedTxid(kept) !== undefined;

/**
 * Whether the rail's answer contradicts the resolution: it paid what was returned, paid a withdrawal that another
 * transaction had paid, or did not send the very transaction that was named.
 */
export function isAtOdds(
  { outcome, txid }: { outcome: string; txid: string },
  end: TransferEnd,
  kept: StoredTransfer | undefined,
): boolean {
  if (end.kind === 'completed') {
    return outcome === 'unsent' || end.txid.toLowerCase() !== txid.toLowerCase();
  }
  return outcome === 'sent' && isSignedFor(kept, txid);
}
