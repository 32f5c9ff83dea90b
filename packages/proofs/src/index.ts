/** The public API of proofs: what members can check for themselves. */
export * from './bundle.ts';
export { hasReceipt, HEADS } from './check-logged.ts';
export * from './facts/index.ts';
export { hashOfText, isSignedText } from './hash-text.ts';
export * from './liabilities/index.ts';
export * from './log/index.ts';
export * from './orders/index.ts';
export * from './receipts/index.ts';
export * from './statement/check-statement.ts';
export * from './statements.ts';
export * from './strict-json.ts';
export * from './tick-chain.ts';
export * from './trigger/index.ts';
export * from './verify-bundle.ts';
