/**
 * The evidence of a contract: the signed chain and the recorded result, for its owner to verify independently.
 */
import { formatDecimal, type Price, subtract, ZERO } from '@tern/money';
import type { BundlePlace, EvidenceBundle } from '@tern/proofs';
import { futuresOutcome, futuresReason, futuresStatus } from '@tern/protocol';
import { openingSpan } from '@tern/settlement';
import { notYet, Refusal } from '../../../kernel/requests/refusal.ts';
import { type Contract, STAKE_ASSET, termsOf } from './contract.ts';
import type { FuturesDeps } from './deps.ts';
import { findContract } from './store.ts';

const { win, loss, tie } = futuresOutcome;
const OUTCOMES: Readonly<Record<number, EvidenceBundle['result']['outcome']>> = {
  [win]: 'win',
  [loss]: 'loss',
  [tie]: 'tie',
};

/** Prices come each second; some seconds after the end, the next one is known. */
const KNOWN_WITHIN_MS = 3_000;

/** @throws not-found, also for another member's contract; not-yet until the price after its end is known */
export async function describeEvidence(
  deps: FuturesDeps,
  request: { memberId: number; contractId: number },
): Promise<{ bundle: Record<string, unknown> }> {
  const { database, instruments, assets, transparency } = deps;
  const contract = await findContract(database, request.contractId, request.memberId);
  if (contract === undefined) throw new Refusal('not-found');
  const { id, instrumentId, acceptedAt, direction, stake, receipt } = contract;
  const { symbol } = instruments.findById(instrumentId)!;
  const terms = termsOf(contract, { symbol, assetScale: assets.get(STAKE_ASSET).scale });
  const bundle =
    contract.settledAt === null
      ? undefined
      : await transparency.proveInLog(
          { id: String(id), terms, acceptedAt, direction, stake, receipt },
          request.memberId,
        );
  if (bundle === undefined) {
    const end = contract.dueAt ?? openingSpan(terms, acceptedAt).until;
    throw notYet('until.evidence', Math.max(end, deps.clock.now()) + KNOWN_WITHIN_MS);
  }
  return { bundle: { ...recordedEvidence(bundle, contract) } };
}

/**
 * Puts the recorded result into the evidence, so that a record that contradicts the rule fails verification.
 * What is signed, the chain and the receipt, is unchanged. Positions and result are the recorded ones that the member was
 * shown and paid by: computed from the chain, they would match it whatever was paid.
 * Shape: an ended contract and its bundle.
 */
function recordedEvidence(bundle: EvidenceBundle, contract: Contract): EvidenceBundle {
  return {
    ...bundle,
    opening: recordedPosition(bundle.opening, contract.openSeq),
    closing: recordedPosition(bundle.closing, contract.closeSeq),
    result: recordedResult(contract),
  };
}

/** A position without a tick in the chain has no hash: the position alone fails verification. */
function recordedPosition(ruled: BundlePlace | null, seq: number | null): BundlePlace | null {
  return seq === null ? null : { seq, hash: ruled?.hash ?? NO_HASH };
}

const NO_HASH = '0'.repeat(64);

function recordedResult(contract: Contract): EvidenceBundle['result'] {
  const { status, outcome, reason, payout, profit, dueAt } = contract;
  const isVoid = status !== futuresStatus.settled && reason === futuresReason.notOpened;
  const winnings = profit > ZERO ? profit : ZERO;
  const priceText = (price: Price | null) => (price === null ? null : formatDecimal(price));
  return {
    status: status === futuresStatus.settled ? 'settled' : isVoid ? 'void' : 'invalid',
    outcome: OUTCOMES[outcome] ?? 'none',
    openPrice: priceText(contract.openPrice),
    closePrice: priceText(contract.closePrice),
    dueAt,
    returned: formatDecimal(subtract(payout, winnings)),
    winnings: formatDecimal(winnings),
    profit: formatDecimal(profit),
  };
}
