/** The demo member's orders: of every kind one that runs and one that is over, so that each screen shows its states. */
import { earnCalls, loanCalls, offeringCalls, stakingCalls } from '@tern/protocol';
import type { Past, PastAct } from './past.ts';
import { approve, reviewsOf } from './past-reviews.ts';

/** Of most acts, in UTC. */
const HOUR = 13;
const ALL = { pageSize: 100 };

export function productsOfThePast(past: Past): PastAct[] {
  return [...fixedTerms(past), ...machines(past), ...newCoins(past), ...loans(past)];
}

/** @throws Error if the installation has no such product */
function named<Row>(rows: readonly Row[], nameOf: (row: Row) => string, name: string): Row {
  const found = rows.find((row) => nameOf(row) === name);
  if (found === undefined) throw new Error(`no product ${name}`);
  return found;
}

function fixedTerms({ server, memberId, on }: Past): PastAct[] {
  const me = { memberId };
  const buy = async (name: string, money: string) => {
    const { list } = await server.call(earnCalls.fixedTerms, ALL, me);
    const { ID, version } = named(list, (row) => row.name, name);
    const input = { financing_id: ID, money, version };
    return (await server.call(earnCalls.buyFixedTerm, input, me)).order.ID;
  };
  let redeemed = 0;
  return [
    { at: on(40, HOUR), act: () => buy('USDT 30', '1500') },
    { at: on(22, HOUR), act: () => buy('USDT 60', '2000') },
    { at: on(15, HOUR), act: async () => void (redeemed = await buy('USDT 60', '500')) },
    { at: on(6, HOUR), act: () => server.call(earnCalls.redeemFixedTerm, { ID: redeemed }, me) },
  ];
}

function machines({ server, memberId, on }: Past): PastAct[] {
  const me = { memberId };
  const buy = async (name: string, num: number) => {
    const { list } = await server.call(stakingCalls.machines, ALL, me);
    const { ID, version } = named(list, (row) => row.name, name);
    return (await server.call(stakingCalls.buyMachine, { id: ID, num, version }, me)).order.ID;
  };
  let redeemed = 0;
  return [
    { at: on(30, HOUR), act: () => buy('Liquid stake 14', 4) },
    { at: on(20, HOUR), act: () => buy('Dollar stake 90', 10) },
    { at: on(18, HOUR), act: () => buy('Rig 100', 2) },
    { at: on(12, HOUR), act: async () => void (redeemed = await buy('Hash stake 30', 1)) },
    { at: on(4, HOUR), act: () => server.call(stakingCalls.redeemMachine, { ID: redeemed }, me) },
  ];
}

/** Hedera, of the window before this one, has thawed; Verdin, of the window that is open, is frozen. */
function newCoins({ server, memberId, on }: Past): PastAct[] {
  const me = { memberId };
  const subscribe = async (coin: string, num: string) => {
    const { list } = await server.call(offeringCalls.offerings, ALL, me);
    const { ID: pid, version } = named(list, (row) => row.coinname, coin);
    return server.call(offeringCalls.subscribe, { pid, num, version }, me);
  };
  return [
    { at: on(17, HOUR), act: () => subscribe('HBAR', '2000') },
    { at: on(2, HOUR), act: () => subscribe('VRD', '1000') },
  ];
}

/** One repaid, one that is being repaid, and one that waits for operators. */
function loans({ server, memberId, on, before }: Past): PastAct[] {
  const me = { memberId };
  const apply = async (name: string, amount: string) => {
    const { list } = await server.call(loanCalls.loans, ALL, me);
    const { ID, version } = named(list, (row) => row.name, name);
    const input = { loan_id: ID, amount, consent: true, version };
    return (await server.call(loanCalls.applyForLoan, input, me)).order.ID;
  };
  const approveLoans = async () => {
    for (const id of await reviewsOf(server, { kind: 'loan', memberId })) await approve(server, id);
  };
  const repay = (ID: number, num: string) => server.call(loanCalls.repayLoan, { ID, num }, me);
  const owed = async (ID: number) =>
    (await server.call(loanCalls.findLoanOrder, { ID }, me)).reloan_order.total;
  let repaid = 0;
  let active = 0;
  return [
    { at: on(43, HOUR), act: async () => void (repaid = await apply('USDT 30', '1000')) },
    { at: on(43, HOUR + 2), act: approveLoans },
    { at: on(36, HOUR), act: () => repay(repaid, '400') },
    { at: on(25, HOUR), act: async () => repay(repaid, await owed(repaid)) },
    { at: on(12, HOUR + 1), act: async () => void (active = await apply('USDT 30', '1500')) },
    { at: on(12, HOUR + 3), act: approveLoans },
    { at: on(5, HOUR), act: () => repay(active, '300') },
    { at: before(100), act: () => apply('BTC 60', '0.02') },
  ];
}
