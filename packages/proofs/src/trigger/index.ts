/** Receipts of triggers: what met a conditional order, and every price before it. */
export * from './trigger-receipt.ts';
export {
  hashesInReceipt,
  pricesInReceipt,
  triggerChecks,
  type TriggerItem,
  verifyTrigger,
} from './verify-trigger.ts';
