/** Which fact of which feature each kind of entry needs: the one list from which the database's checks and the audit are read. */
import { type RecordType, recordTypes } from './record-types.ts';

/** What has to stand in a feature's own tables, with the same member, asset and amount, before an entry is posted. */
export interface EntryFact {
  /** What stands before the number in the entry's reference, and the feature that keeps the fact behind it. */
  readonly references: Readonly<Record<string, string>>;
  readonly fact: string;
  /** The kinds of the lines that members read of such an entry. */
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
} = recordTypes;

const outgoing = { withdrawal: 'withdrawal', payout: 'fiat' };
const ofContract = { contract: 'futures' };
const ofSwap = { swap: 'swap' };
const byHand = { manual: 'operators' };

/**
 * Absent: nobody may post entries of this kind, because no feature has facts for it. Some are the kinds of lines only: a round of
 * orders has lines of buys, sells, holds and releases. The table `ledger_kinds` says the same (ADR 9).
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
  [spotRound]: {
    references: { round: 'spot' },
    fact: 'a batch of orders and trades that its engine wrote in the same transaction',
    lineKinds: [spotBuy, spotSell, orderHold, orderRelease],
  },
};
