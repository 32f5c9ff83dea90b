/**
 * Evidence checks that only this device can make: against the contract on screen, and against the tick chain it received
 * live; pure.
 */
import { formatDecimal, parseDecimal, subtract, ZERO } from '@tern/money';
import type { EvidenceBundle } from '@tern/proofs';
import type { Contract } from './contract-pages.ts';

/** The chain's hash after each tick, by the tick's sequence number. */
export type ReceivedHeads = ReadonlyMap<number, string>;

/** One hour of ticks of a market; the oldest are dropped first. */
const KEPT_MAX = 3_600;

/** Keeps the first hash received for a position: a different one later is what the check must detect. */
export function recordHead(
  received: Map<number, string>,
  head: { seq: number; hash: string },
): void {
  if (received.has(head.seq)) return;
  received.set(head.seq, head.hash);
  const [oldest] = received.keys();
  if (received.size > KEPT_MAX && oldest !== undefined) received.delete(oldest);
}

export interface OwnCheck {
  readonly name: 'record' | 'received';
  readonly pass: boolean;
  readonly why: string;
  /** How many hashes of the evidence this device had received live. */
  readonly known?: number;
}

const sameText = (value: string) => formatDecimal(parseDecimal(value) ?? ZERO);

function statusOf({ status, reason }: Contract): string {
  if (status === 'settled') return status;
  return reason === 'notOpened' ? 'void' : 'invalid';
}

/** The same facts twice: from the record, and from the evidence. */
function factsOf(row: Contract, { contract, terms, result, ...proof }: EvidenceBundle) {
  const returned = subtract(
    parseDecimal(row.payout) ?? ZERO,
    parseDecimal(result.winnings) ?? ZERO,
  );
  const timeOf = (text: string) => (text === '' ? null : Date.parse(text));
  return {
    number: [String(row.ID), contract.id],
    market: [row.symbol, terms.symbol],
    direction: [row.direction, contract.direction],
    stake: [sameText(row.stake), contract.stake],
    'time of acceptance': [Date.parse(row.CreatedAt), contract.acceptedAt],
    duration: [row.seconds, terms.durationSeconds],
    'profit ratio': [sameText(row.ratio), terms.payoutRatio],
    receipt: [row.receipt, proof.receipt],
    status: [statusOf(row), result.status],
    outcome: [row.outcome === 'open' ? 'none' : row.outcome, result.outcome],
    'entry price': [row.openPrice, result.openPrice ?? ''],
    'closing price': [row.closePrice, result.closePrice ?? ''],
    'due time': [timeOf(row.dueAt), result.dueAt],
    'stake returned': [formatDecimal(returned), result.returned],
    profit: [sameText(row.profit), result.profit],
  } as const;
}

/** Fails a record that differs from its evidence, even if the evidence itself is valid. */
export function checkRecord(row: Contract, bundle: EvidenceBundle): OwnCheck {
  const wrong = Object.entries(factsOf(row, bundle)).find(([, [shown, said]]) => shown !== said);
  if (wrong === undefined) {
    return { name: 'record', pass: true, why: 'the record says what the evidence says' };
  }
  const [what, [shown, said]] = wrong;
  return { name: 'record', pass: false, why: `${what} is ${said} in the evidence, not ${shown}` };
}

/**
 * Compares the hashes received live with those of the evidence (`hashes`, by sequence number). Each hash covers all ticks
 * before it, so a rewritten chain matches none of them. Undefined when no hash of it was received live.
 */
export function checkReceived(
  received: ReceivedHeads,
  hashes: ReceivedHeads,
): OwnCheck | undefined {
  const known = [...hashes].filter(([seq]) => received.has(seq));
  if (known.length === 0) return undefined;
  const other = known.find(([seq, hash]) => received.get(seq) !== hash);
  return other === undefined
    ? {
        name: 'received',
        pass: true,
        why: `${known.length} hashes are those that this device received`,
        known: known.length,
      }
    : {
        name: 'received',
        pass: false,
        why: `this device received another hash of tick ${other[0]}`,
      };
}
