/** What only this device can check of evidence: that it is of the contract on the screen, and on the chain it heard itself; pure. */
import { formatDecimal, parseDecimal, subtract, ZERO } from '@tern/money';
import type { EvidenceBundle } from '@tern/proofs';
import type { ContractRow } from './contract-pages.ts';
import { isUp } from './contract-view.ts';

/** The chain's hash after a tick, by the tick's position. */
export type HeardHeads = ReadonlyMap<number, string>;

/** An hour of a market. The oldest are forgotten first. */
const KEPT_MAX = 3_600;

/** The first that was heard of a position stays: another one later is what shall be found out. */
export function noteHead(heard: Map<number, string>, head: { seq: number; hash: string }): void {
  if (heard.has(head.seq)) return;
  heard.set(head.seq, head.hash);
  const [oldest] = heard.keys();
  if (heard.size > KEPT_MAX && oldest !== undefined) heard.delete(oldest);
}

export interface OwnCheck {
  readonly name: 'record' | 'heard';
  readonly pass: boolean;
  readonly why: string;
  /** How many hashes of the evidence this device knew. */
  readonly known?: number;
}

const SETTLED = 2;
const NOT_OPENED = 1;
const OUTCOMES: Readonly<Record<number, string>> = { 1: 'win', 2: 'loss', 3: 'tie' };

const sameText = (value: string) => formatDecimal(parseDecimal(value) ?? ZERO);

function statusOf({ status, reason }: ContractRow): string {
  if (status === SETTLED) return 'settled';
  return reason === NOT_OPENED ? 'void' : 'invalid';
}

/** The same facts twice: as the record shows them, and as the evidence says them. */
function factsOf(row: ContractRow, { contract, terms, result, ...proof }: EvidenceBundle) {
  const returned = subtract(
    parseDecimal(row.payout) ?? ZERO,
    parseDecimal(result.winnings) ?? ZERO,
  );
  const timeOf = (text: string) => (text === '' ? null : Date.parse(text));
  return {
    number: [String(row.ID), contract.id],
    market: [row.coinname, terms.symbol],
    direction: [isUp(row) ? 'up' : 'down', contract.direction],
    stake: [sameText(row.usdt), contract.stake],
    'time of acceptance': [Date.parse(row.CreatedAt), contract.acceptedAt],
    duration: [row.ctime_num, terms.durationSeconds],
    'profit ratio': [sameText(row.ratio), terms.payoutRatio],
    receipt: [row.receipt, proof.receipt],
    status: [statusOf(row), result.status],
    outcome: [OUTCOMES[row.outcome] ?? 'none', result.outcome],
    'entry price': [row.openPrice, result.openPrice ?? ''],
    'closing price': [row.closePrice, result.closePrice ?? ''],
    'due time': [timeOf(row.dueAt), result.dueAt],
    'stake returned': [formatDecimal(returned), result.returned],
    profit: [sameText(row.ploss), result.profit],
  } as const;
}

/** A record that says anything else than its evidence fails here, however well the evidence holds by itself. */
export function checkRecord(row: ContractRow, bundle: EvidenceBundle): OwnCheck {
  const wrong = Object.entries(factsOf(row, bundle)).find(([, [shown, said]]) => shown !== said);
  if (wrong === undefined) {
    return { name: 'record', pass: true, why: 'the record says what the evidence says' };
  }
  const [what, [shown, said]] = wrong;
  return { name: 'record', pass: false, why: `${what} is ${said} in the evidence, not ${shown}` };
}

/**
 * Compares what the device heard of the chain while it was made with the chain of the evidence (`hashes`, by position). A hash
 * stands for all ticks before it: a chain that was written anew meets none that was heard.
 * Fails with: `undefined` when nothing of it was heard.
 */
export function checkHeard(heard: HeardHeads, hashes: HeardHeads): OwnCheck | undefined {
  const known = [...hashes].filter(([seq]) => heard.has(seq));
  if (known.length === 0) return undefined;
  const other = known.find(([seq, hash]) => heard.get(seq) !== hash);
  return other === undefined
    ? {
        name: 'heard',
        pass: true,
        why: `${known.length} hashes are those that this device heard`,
        known: known.length,
      }
    : { name: 'heard', pass: false, why: `this device heard another hash of tick ${other[0]}` };
}
