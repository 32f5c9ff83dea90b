/**
 * What each type of record means for profit: put in, taken out, or inside. The only place that says it: worth over time, profit and
 * statements all follow it (ADR 77). A new record type does not compile before it is here.
 */
import { recordTypes } from '@tern/ledger';

/**
 * `putIn`, `takenOut`: it comes from outside or goes there, and is neither profit nor loss. `inside`: what it changes in total is profit or
 * loss, such as trades, fees, yields and rewards.
 */
export type MoneyFlow = 'putIn' | 'takenOut' | 'inside';

const FLOWS = {
  deposit: 'putIn',
  depositSuccess: 'putIn',
  agentDeposit: 'putIn',
  paperFundsGranted: 'putIn',
  transferReceived: 'putIn',
  // What is only reserved or comes back changes no total; what leaves does.
  withdrawal: 'takenOut',
  withdrawalReturn: 'takenOut',
  withdrawalSuccess: 'takenOut',
  agentBalanceDeduction: 'takenOut',
  transferSent: 'takenOut',
  spotBuy: 'inside',
  spotSell: 'inside',
  spotExchange: 'inside',
  exchangeFee: 'inside',
  offeringSubscription: 'inside',
  subscribedAssetRelease: 'inside',
  contractOpen: 'inside',
  contractClose: 'inside',
  contractPrincipalReturn: 'inside',
  miningMachinePurchase: 'inside',
  purchaseReward: 'inside',
  yieldFreeze: 'inside',
  yieldRelease: 'inside',
  levelOneSubscriptionReward: 'inside',
  levelTwoSubscriptionReward: 'inside',
  levelThreeSubscriptionReward: 'inside',
  increase: 'inside',
  financePurchase: 'inside',
  financeYield: 'inside',
  financePrincipal: 'inside',
  financeExpiry: 'inside',
  financeRedemption: 'inside',
  redemptionFee: 'inside',
  redemptionPenalty: 'inside',
  orderHold: 'inside',
  orderRelease: 'inside',
  spotRound: 'inside',
  loanCredit: 'inside',
  loanRepayment: 'inside',
  loanInterest: 'inside',
  // Of the exchange alone; no member has one.
  revenueTaken: 'inside',
  capitalAdded: 'inside',
  hedgeTrade: 'inside',
  venueMove: 'inside',
  networkFee: 'inside',
} as const satisfies Record<keyof typeof recordTypes, MoneyFlow>;

export type RecordName = keyof typeof recordTypes;
/** The types whose change of the total is profit or loss. */
export type InsideRecord = {
  [Name in RecordName]: (typeof FLOWS)[Name] extends 'inside' ? Name : never;
}[RecordName];

const names = new Map<number, RecordName>(
  Object.entries(recordTypes).map(([name, kind]) => [kind, name as RecordName]),
);

/** @throws Error for a number that is no record type */
export function nameOfKind(kind: number): RecordName {
  const name = names.get(kind);
  if (name === undefined) throw new Error(`no record type ${kind}`);
  return name;
}

export const flowOf = (name: RecordName): MoneyFlow => FLOWS[name];

/** The numbers of the types that are put in or taken out. */
export const externalKinds: readonly number[] = Object.entries(recordTypes)
  .filter(([name]) => FLOWS[name as RecordName] !== 'inside')
  .map(([, kind]) => kind);
