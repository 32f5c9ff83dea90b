/** Builds the evidence of a timed contract from the stored chain (ADR 18). */
import {
  type ChainedTick,
  type EvidenceBundle,
  makeBundle,
  receiptText,
  termsHash,
} from '@tern/proofs';
import { type Contract, countedTicks, openingSpan, settle } from '@tern/settlement';
import { formatDecimal } from '@tern/money';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { TickHistory } from '../../../kernel/prices/tick-history.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { readChain } from './read-chain.ts';
import { upToHead } from './sign-part.ts';
import type { Signer } from './signing-key.ts';

/** A contract as accepted. `id` is its number as text. */
export type ProvableContract = Contract & { readonly id: string };
/** With the signature of its receipt, as issued at acceptance. */
export type ReceiptedContract = ProvableContract & { readonly receipt: string };

export interface ProofDeps {
  readonly log: Log;
  readonly clock: Clock;
  readonly instruments: InstrumentRegistry;
  readonly ticks: TickHistory;
}

/** The signature of the receipt in hexadecimal, always the same for a contract. */
export function signReceipt(signer: Signer, contract: ProvableContract): string {
  const { id, direction, acceptedAt, terms } = contract;
  const text = receiptText({
    id,
    symbol: terms.symbol,
    direction,
    stake: formatDecimal(contract.stake),
    acceptedAt,
    termsHash: termsHash(terms),
  });
  return signer.sign(text).toString('hex');
}

/**
 * Undefined until a tick after the contract's end is stored, when the chain does not reach back far enough, or when it is
 * broken: changed data is never signed. The receipt is the one issued at acceptance: a new one would match any row.
 */
export async function proveContract(
  reader: Reader,
  deps: ProofDeps & { readonly signer: Signer },
  contract: ReceiptedContract,
): Promise<EvidenceBundle | undefined> {
  const { terms, acceptedAt } = contract;
  const instrument = deps.instruments.find(terms.symbol);
  if (instrument === undefined) return undefined;
  const latestOpening = openingSpan(terms, acceptedAt).until;
  const latestEnd = latestOpening + terms.durationSeconds * 1_000;
  const isCounted = (tick: ChainedTick) => countedTicks(terms, [tick]).length > 0;
  const part = await readChain(reader, deps.ticks, {
    instrument,
    at: acceptedAt,
    limit: (latestEnd - acceptedAt) / 100,
    isEnough: (newest) => newest.at > latestEnd && isCounted(newest),
  });
  const endSeq = endSeqOf(contract, part.ticks);
  const [first] = part.ticks;
  if (endSeq === undefined || first === undefined) return undefined;
  if (first.at > acceptedAt && first.seq !== 1) return undefined;
  if (part.breaksAt !== undefined && part.breaksAt <= endSeq) {
    deps.log.error({ symbol: terms.symbol, seq: part.breaksAt }, 'a tick chain is broken');
    return undefined;
  }
  const segment = upToHead(
    part,
    { endSeq, symbol: terms.symbol, at: deps.clock.now() },
    deps.signer,
  );
  return makeBundle(contract, contract.receipt, segment);
}

/** The position of the tick that makes the result final: the first after the due time, or after acceptance for a void contract. */
function endSeqOf(contract: Contract, ticks: readonly ChainedTick[]): number | undefined {
  const settlement = settle(contract, ticks);
  const { terms, acceptedAt } = contract;
  const after =
    settlement.status === 'void' ? openingSpan(terms, acceptedAt).after : settlement.dueAt;
  return countedTicks(terms, ticks).find((tick) => tick.at > after)?.seq;
}
