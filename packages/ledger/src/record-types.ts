/** The kinds of journal entries, with their permanent numbers in the API and in the database. */

/**
 * 1–31 are the financial record types of the specification, 19–31 in its order. From 32 on: our choice, for movements that
 * it does not name.
 */
export const recordTypes = {
  deposit: 1,
  withdrawal: 2,
  contractOpen: 3,
  contractClose: 4,
  miningMachinePurchase: 5,
  purchaseReward: 6,
  yieldFreeze: 7,
  yieldRelease: 8,
  spotBuy: 9,
  spotSell: 10,
  offeringSubscription: 11,
  increase: 12,
  levelOneSubscriptionReward: 13,
  levelTwoSubscriptionReward: 14,
  levelThreeSubscriptionReward: 15,
  withdrawalReturn: 16,
  depositSuccess: 17,
  subscribedAssetRelease: 18,
  contractPrincipalReturn: 19,
  spotExchange: 20,
  exchangeFee: 21,
  agentDeposit: 22,
  agentBalanceDeduction: 23,
  financePurchase: 24,
  financeYield: 25,
  financePrincipal: 26,
  financeExpiry: 27,
  financeRedemption: 28,
  redemptionFee: 29,
  redemptionPenalty: 30,
  withdrawalSuccess: 31,
  paperFundsGranted: 32,
  orderHold: 33,
  orderRelease: 34,
  spotRound: 35,
  loanCredit: 36,
  loanRepayment: 37,
  loanInterest: 38,
  transferSent: 39,
  transferReceived: 40,
  revenueTaken: 41,
  capitalAdded: 42,
  hedgeTrade: 43,
  venueMove: 44,
} as const;

export type RecordType = (typeof recordTypes)[keyof typeof recordTypes];
