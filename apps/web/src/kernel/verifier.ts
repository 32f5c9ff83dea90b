/** What verifies evidence, triggers, orders and receipts on this device, loaded on demand: of the proofs package these parts alone. */
export {
  hashesInBundle,
  openOrderReceipt,
  parseLiabilitiesEntry,
  parseLogProof,
  pricesInReceipt,
  receiptBalances,
  verifyBundle,
  verifyOrderReceipt,
  verifyReceipt,
  verifyTrigger,
} from '@tern/proofs';
