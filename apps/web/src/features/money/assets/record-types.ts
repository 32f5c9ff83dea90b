/** The record types members can filter by, and their names. */
import { useI18n } from '../../../platform/i18n/i18n.tsx';

/** In display order (trading, transfers, products), with their numbers in the API. */
const CODES = {
  spotBuy: 9,
  spotSell: 10,
  spotExchange: 20,
  exchangeFee: 21,
  depositSuccess: 17,
  deposit: 1,
  withdrawal: 2,
  withdrawalReturn: 16,
  paperFundsGranted: 32,
  transferSent: 39,
  transferReceived: 40,
  agentDeposit: 22,
  agentBalanceDeduction: 23,
  increase: 12,
  contractOpen: 3,
  contractClose: 4,
  contractPrincipalReturn: 19,
  offeringSubscription: 11,
  subscribedAssetRelease: 18,
  miningMachinePurchase: 5,
  purchaseReward: 6,
  yieldFreeze: 7,
  yieldRelease: 8,
  financePurchase: 24,
  financeYield: 25,
  financePrincipal: 26,
  financeExpiry: 27,
  financeRedemption: 28,
  redemptionFee: 29,
  redemptionPenalty: 30,
  loanCredit: 36,
  loanRepayment: 37,
  loanInterest: 38,
  levelOneSubscriptionReward: 13,
  levelTwoSubscriptionReward: 14,
  levelThreeSubscriptionReward: 15,
} as const;

type KnownType = keyof typeof CODES;
/** A number is a type that this build does not know. */
export type RecordType = KnownType | `${number}`;

export const recordTypes = Object.keys(CODES) as KnownType[];
const names = new Map<number, KnownType>(recordTypes.map((type) => [CODES[type], type]));

export const recordTypeOf = (code: number): RecordType => names.get(code) ?? `${code}`;
export const recordTypeCode = (type: RecordType): number =>
  type in CODES ? CODES[type as KnownType] : Number(type);

/** Shown as chips; the others are in the sheet. */
export function quickTypes(isPaper: boolean): readonly RecordType[] {
  const always = ['spotBuy', 'spotSell', 'depositSuccess', 'withdrawal'] as const;
  return isPaper ? [...always, 'paperFundsGranted'] : always;
}

/** Released: the total stays, the available amount changes. */
export function isRelease(type: RecordType): boolean {
  return type === 'withdrawalReturn' || type === 'subscribedAssetRelease';
}

/** Returns the function from a type to its name; an unknown type shows its number. */
export function useRecordTypeName(): (type: RecordType) => string {
  const { t, find } = useI18n();
  return (type) => {
    const key = find(`assets.recordType${type.charAt(0).toUpperCase()}${type.slice(1)}`);
    return key ? t(key) : t('assets.otherRecordType', { type });
  };
}

/** What became of the money that a record reserved; `final` where there is nothing to wait for. */
export type Outcome = 'final' | 'reserved' | 'returned';
const OUTCOMES = { 1: 'final', 2: 'reserved', 3: 'returned' } as const;
export const outcomeOf = (state: 1 | 2 | 3): Outcome => OUTCOMES[state];

/** Returns the function from a record to its name: a withdrawal that is final was paid. */
export function useRecordName(): (record: { type: RecordType; outcome: Outcome }) => string {
  const { t } = useI18n();
  const nameOf = useRecordTypeName();
  return ({ type, outcome }) =>
    type === 'withdrawal' && outcome === 'final'
      ? t('assets.recordTypeWithdrawalSuccess')
      : nameOf(type);
}
