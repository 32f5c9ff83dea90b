/** Which row of a statement a record belongs to, by its type. */
import { type RecordType, recordTypes } from '@tern/ledger';
import type { StatementFlow } from '@tern/protocol';

/** `trade`: coins for coins, which has a price, and profit when coins are given. */
export type RowOfKind = StatementFlow | 'trade';

const ROWS: Record<keyof typeof recordTypes, RowOfKind> = {
  deposit: 'putIn',
  depositSuccess: 'putIn',
  agentDeposit: 'putIn',
  paperFundsGranted: 'putIn',
  transferReceived: 'putIn',
  withdrawal: 'takenOut',
  withdrawalReturn: 'takenOut',
  withdrawalSuccess: 'takenOut',
  agentBalanceDeduction: 'takenOut',
  transferSent: 'takenOut',
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
};

const names = new Map<number, keyof typeof recordTypes>(
  Object.entries(recordTypes).map(([name, kind]) => [kind, name as keyof typeof recordTypes]),
);

/** @throws Error for a number that is no record type */
export function nameOfKind(kind: number): keyof typeof recordTypes {
  const name = names.get(kind);
  if (name === undefined) throw new Error(`no record type ${kind}`);
  return name;
}

export const rowOfKind = (kind: number): RowOfKind => ROWS[nameOfKind(kind)];

const STAKE: RecordType = recordTypes.contractOpen;
export const isStake = (kind: number): boolean => kind === STAKE;
