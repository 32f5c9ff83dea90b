/** What verifies evidence, triggers and receipts on this device, loaded on demand: of the proofs package these parts alone. */
export {
  hashesInBundle,
  parseLiabilitiesEntry,
  parseLogProof,
  pricesInReceipt,
  receiptBalances,
  verifyBundle,
  verifyReceipt,
  verifyTrigger,
} from '@tern/proofs';
