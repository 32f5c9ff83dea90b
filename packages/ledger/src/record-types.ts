/** The record types of the journal: what an entry is called, with its stable code on the wire. */

/**
 * Source: rules §12 for 1–18; from 19 the rest of spec §3's list in its order; from 40 our own, for
 * movements the specification has no word for.
 */
export const recordTypes = {
  deposit: 1,
  withdraw: 2,
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
  levelOneReward: 13,
  levelTwoReward: 14,
  levelThreeReward: 15,
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
  paperFundsGranted: 40,
  orderHold: 41,
  orderRelease: 42,
} as const;

export type RecordType = (typeof recordTypes)[keyof typeof recordTypes];
