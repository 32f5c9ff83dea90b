/** Puts into the evidence what the record says, so that a record which the rule does not give fails its own check. */
import { formatDecimal, type Price, subtract, ZERO } from '@tern/money';
import type { BundlePlace, EvidenceBundle } from '@tern/proofs';
import { futuresOutcome, futuresReason, futuresStatus } from '@tern/protocol';
import type { Contract } from './contract.ts';

const { win, loss, tie } = futuresOutcome;
const OUTCOMES: Readonly<Record<number, EvidenceBundle['result']['outcome']>> = {
  [win]: 'win',
  [loss]: 'loss',
  [tie]: 'tie',
};

/**
 * The chain stays as it is. The receipt is the one that was given at acceptance: one made now would fit whatever the row says now.
 * Places and result become those that the member was shown and paid by: made from the chain, they would agree with it whatever
 * was paid.
 * Shape: an ended contract and its bundle.
 */
export function statedEvidence(bundle: EvidenceBundle, contract: Contract): EvidenceBundle {
  return {
    ...bundle,
    receipt: contract.receipt,
    opening: statedPlace(bundle.opening, contract.openSeq),
    closing: statedPlace(bundle.closing, contract.closeSeq),
    result: statedResult(contract),
  };
}

/** A place that the chain does not give keeps no hash of its own: its position alone fails. */
function statedPlace(ruled: BundlePlace | null, seq: number | null): BundlePlace | null {
  return seq === null ? null : { seq, hash: ruled?.hash ?? NO_HASH };
}

const NO_HASH = '0'.repeat(64);

function statedResult(contract: Contract): EvidenceBundle['result'] {
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
