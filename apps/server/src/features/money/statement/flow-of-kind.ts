/** Which row of a statement a record belongs to, by its type. */
import { type RecordType, recordTypes } from '@tern/ledger';
import type { StatementFlow } from '@tern/protocol';
import { flowOf, type InsideRecord, nameOfKind } from '../../../kernel/ledger/money-flows.ts';

/** `trade`: coins for coins, which has a price, and profit when coins are given. */
export type RowOfKind = StatementFlow | 'trade';

const ROWS_INSIDE: Record<InsideRecord, RowOfKind> = {
  spotBuy: 'trade',
  spotSell: 'trade',
  spotExchange: 'trade',
  offeringSubscription: 'trade',
  contractOpen: 'contracts',
  contractClose: 'contracts',
  contractPrincipalReturn: 'contracts',
  miningMachinePurchase: 'machines',
  purchaseReward: 'yield',
  yieldFreeze: 'yield',
  yieldRelease: 'yield',
  levelOneSubscriptionReward: 'yield',
  levelTwoSubscriptionReward: 'yield',
  levelThreeSubscriptionReward: 'yield',
  financeYield: 'yield',
  // Less frozen output, which is forfeited.
  financeRedemption: 'yield',
  exchangeFee: 'fees',
  redemptionFee: 'fees',
  redemptionPenalty: 'penalties',
  loanInterest: 'fees',
  // These move what a member owns from one purpose to another.
  increase: 'other',
  subscribedAssetRelease: 'other',
  financePurchase: 'other',
  financePrincipal: 'other',
  financeExpiry: 'other',
  orderHold: 'other',
  orderRelease: 'other',
  spotRound: 'other',
  loanCredit: 'other',
  loanRepayment: 'other',
  revenueTaken: 'other',
  capitalAdded: 'other',
  hedgeTrade: 'other',
  venueMove: 'other',
  networkFee: 'other',
};

/** @throws Error for a number that is no record type */
export function rowOfKind(kind: number): RowOfKind {
  const name = nameOfKind(kind);
  const flow = flowOf(name);
  return flow === 'inside' ? ROWS_INSIDE[name as InsideRecord] : flow;
}

const STAKE: RecordType = recordTypes.contractOpen;
export const isStake = (kind: number): boolean => kind === STAKE;
