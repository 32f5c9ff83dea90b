/** When people may decide in a rail's place, and when a rail contradicts them. Pure (ADR 31). */
import type { KeptTransfer } from '../../../kernel/rails/given-up.ts';
import type { TransferEnd } from '../../../kernel/rails/rail.ts';
import type { Withdrawal } from '../withdrawal/store.ts';

/** `unsent`: it never left and never will. `sent`: a transaction on its network paid it. */
export type Outcome = 'unsent' | 'sent';

const HEX = /^0x[0-9a-f]+$/i;

/** One spelling of a transaction; undefined for what is none. */
export function readTxid(text: string): string | undefined {
  const txid = text.trim();
  if (!/^[\w.:-]{8,128}$/.test(txid)) return undefined;
  return HEX.test(txid) ? txid.toLowerCase() : txid;
}

/** The transaction that may still carry it, if one was ever signed. */
export function signedTxid(kept: KeptTransfer | undefined): string | undefined {
  return kept?.state === 'refused' ? undefined : (kept?.txid ?? undefined);
}

/** Its rail has said nothing for as long as it is waited for. `at` and `haltMs` in ms. */
export function isHalted(
  { state, silentSince }: Pick<Withdrawal, 'state' | 'silentSince'>,
  { at, haltMs }: { at: number; haltMs: number },
): boolean {
  return state === 'sending' && silentSince !== null && silentSince + haltMs <= at;
}

/** What was signed may reach the chain at any time, unless something else stands in its place: that has to be named. */
export function namesEnough(
  { outcome, txid }: { outcome: string; txid: string },
  kept: KeptTransfer | undefined,
): boolean {
  return txid !== '' || (outcome === 'unsent' && signedTxid(kept) === undefined);
}

/**
 * True when what the rail says cannot be true beside the verdict: it paid what people returned, paid as well what
 * people say another transaction paid, or did not pay by the very transaction that people named.
 */
export function isAtOdds(
  { outcome, txid }: { outcome: string; txid: string },
  end: TransferEnd,
  kept: KeptTransfer | undefined,
): boolean {
  if (end.kind === 'completed') {
    return outcome === 'unsent' || end.txid.toLowerCase() !== txid.toLowerCase();
  }
  return outcome === 'sent' && kept?.txid?.toLowerCase() === txid.toLowerCase();
}
