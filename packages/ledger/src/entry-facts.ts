/** The fact that each kind of entry needs, and its feature: the source of the database's checks and of the audit. */
import { type RecordType, recordTypes } from './record-types.ts';

/** The fact that must be in a feature's tables, with the same member, asset and amount, before an entry is posted. */
export interface EntryFact {
  /** Prefixes of the entry's reference, each with the feature that stores the fact. */
  readonly references: Readonly<Record<string, string>>;
  readonly fact: string;
  /** The record types that such an entry has on members' statements. */
  readonly lineKinds: readonly RecordType[];
}

const {
  withdrawal,
  contractOpen,
  contractClose,
  withdrawalReturn,
  depositSuccess,
  contractPrincipalReturn,
  spotExchange,
  exchangeFee,
  agentDeposit,
  agentBalanceDeduction,
  withdrawalSuccess,
  paperFundsGranted,
  spotBuy,
  spotSell,
  orderHold,
  orderRelease,
  spotRound,
  offeringSubscription,
  subscribedAssetRelease,
} = recordTypes;

const outgoing = { withdrawal: 'withdrawal', payout: 'fiat' };
const ofContract = { contract: 'futures' };
const ofSwap = { swap: 'swap' };
const ofSubscription = { subscription: 'offering' };
const byHand = { manual: 'operators' };

/**
 * Kinds without a fact cannot be posted. Some of them appear on statements only: a round of orders has lines of buys,
 * sells, holds and releases. The table `ledger_kinds` has the same content (ADR 9).
 */
export const entryFacts: Readonly<Partial<Record<RecordType, EntryFact>>> = {
  [withdrawal]: {
    references: outgoing,
    fact: 'a withdrawal or payout of this amount was submitted',
    lineKinds: [withdrawal],
  },
  [withdrawalReturn]: {
    references: outgoing,
    fact: 'the withdrawal or payout was rejected or cancelled',
    lineKinds: [withdrawalReturn],
  },
  [withdrawalSuccess]: {
    references: outgoing,
    fact: 'the withdrawal or payout was approved by two operators and completed',
    lineKinds: [withdrawalSuccess],
  },
  [depositSuccess]: {
    references: { deposit: 'deposit', wire: 'fiat' },
    fact: 'a deposit was approved by two operators or seen by a rail, or a wire was approved by two operators',
    lineKinds: [depositSuccess],
  },
  [contractOpen]: {
    references: ofContract,
    fact: 'a contract with this stake was accepted',
    lineKinds: [contractOpen],
  },
  [contractClose]: {
    references: ofContract,
    fact: 'contracts ended with these payouts, at least one of them won',
    lineKinds: [contractClose, contractPrincipalReturn],
  },
  [contractPrincipalReturn]: {
    references: ofContract,
    fact: 'contracts ended with these payouts, none of them won',
    lineKinds: [contractClose, contractPrincipalReturn],
  },
  [spotExchange]: {
    references: ofSwap,
    fact: 'a swap at the rate of its reference prices',
    lineKinds: [spotExchange],
  },
  [exchangeFee]: { references: ofSwap, fact: 'the fee of that swap', lineKinds: [exchangeFee] },
  [agentDeposit]: {
    references: byHand,
    fact: 'a manual credit was approved by two operators',
    lineKinds: [agentDeposit],
  },
  [agentBalanceDeduction]: {
    references: byHand,
    fact: 'a manual debit was approved by two operators',
    lineKinds: [agentBalanceDeduction],
  },
  [paperFundsGranted]: {
    references: { member: 'auth' },
    fact: 'paper funds were granted to a new member, in paper mode',
    lineKinds: [paperFundsGranted],
  },
  [offeringSubscription]: {
    references: ofSubscription,
    fact: 'a subscription at the price of its offering, within its limits',
    lineKinds: [offeringSubscription],
  },
  [subscribedAssetRelease]: {
    references: ofSubscription,
    fact: 'the subscription thawed, at its date or later',
    lineKinds: [subscribedAssetRelease],
  },
  [spotRound]: {
    references: { round: 'spot' },
    fact: 'a batch of orders and trades that its engine wrote in the same transaction',
    lineKinds: [spotBuy, spotSell, orderHold, orderRelease],
  },
};
