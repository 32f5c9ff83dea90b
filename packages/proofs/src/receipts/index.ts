/** Receipts: proofs that a member keeps and checks offline (ADR 49). */
export * from './key-receipts.ts';
export * from './receipt-text.ts';
export * from './verify-receipt.ts';
