/** Movements by kind: one table with a column for each asset, or a table for each asset when there are many. */
import { heading, ink, MARGIN, RIGHT } from './pen.mjs';
import {
  byAsset,
  groupDigits,
  monthName,
  pad,
  printed,
  scaled,
  signed,
} from './statement-text.mjs';

/** Movements have a column for each asset up to here. */
const COLUMNS_MAX = 5;

export const KINDS = {
  putIn: 'Put in',
  deposit: 'Deposits',
  depositSuccess: 'Deposits',
  agentDeposit: 'Credits by the exchange',
  paperFundsGranted: 'Paper money granted',
  withdrawal: 'Withdrawals, with their fees',
  withdrawalReturn: 'Withdrawals returned',
  withdrawalSuccess: 'Withdrawals, with their fees',
  agentBalanceDeduction: 'Debits by the exchange',
  spotBuy: 'Spot, bought and sold',
  spotSell: 'Spot, bought and sold',
  spotExchange: 'Swaps',
  exchangeFee: 'Swap fees',
  offeringSubscription: 'Offerings',
  contractOpen: 'Short contracts, stakes',
  contractClose: 'Short contracts, paid back',
  contractPrincipalReturn: 'Short contracts, paid back',
  miningMachinePurchase: 'Machines bought',
  purchaseReward: 'Rewards',
  yieldFreeze: 'Staking, paid out',
  yieldRelease: 'Staking, paid out',
  levelOneSubscriptionReward: 'Rewards for invitations',
  levelTwoSubscriptionReward: 'Rewards for invitations',
  levelThreeSubscriptionReward: 'Rewards for invitations',
  financeYield: 'Earn, paid out',
  financeRedemption: 'Yield given up at redemption',
  redemptionFee: 'Redemption fees',
  redemptionPenalty: 'Redemption penalties',
  loanInterest: 'Interest on loans',
};
const SPOT_FEES = 'Spot fees';

/** Kinds with their count and sum by asset, as one table, or one for each asset when there are many. */
export function movementTables({ entries }) {
  const kinds = new Map();
  const add = (name, { asset, amount, isEntry }) => {
    const kind = kinds.get(name) ?? { name, entries: 0, amounts: new Map() };
    kinds.set(name, kind);
    if (isEntry) kind.entries += 1;
    kind.amounts.set(asset, (kind.amounts.get(asset) ?? 0n) + scaled(amount));
  };
  for (const { kind, asset, amount, fee } of entries) {
    const name = KINDS[kind] ?? 'Other';
    if (fee === '') {
      add(name, { asset, amount, isEntry: true });
    } else {
      const gross = printed(scaled(amount) + scaled(fee));
      add(name, { asset, amount: gross, isEntry: true });
      add(SPOT_FEES, { asset, amount: `-${fee}`, isEntry: false });
    }
  }
  const rows = [...kinds.values()].sort((a, b) => orderOf(a.name) - orderOf(b.name));
  const assets = [...new Set(entries.map(({ asset }) => asset))].sort(byAsset);
  if (assets.length <= COLUMNS_MAX) return rows.length === 0 ? [] : [{ assets, rows }];
  return assets.map((asset) => ({
    assets: [asset],
    rows: rows.filter(({ amounts }) => amounts.has(asset)),
  }));
}

const ORDER = [...new Set(Object.values(KINDS))];
const orderOf = (name) =>
  name === SPOT_FEES
    ? ORDER.indexOf(KINDS.spotSell) + 0.5
    : (ORDER.indexOf(name) + 1 || ORDER.length + 1) - 1;

export const tableHeight = ({ rows }) => 72 + (rows.length + 1) * 28;

/** Returns where it ends. */
export function drawMovements(pen, { statement, assets, rows }, top) {
  const title =
    assets.length === 1 && rows.length > 0
      ? `Movements by kind, ${assets[0]}`
      : 'Movements by kind';
  heading(pen, title, top + 24);
  const step = Math.min(128, 380 / assets.length);
  const rights = assets.map((_, at) => RIGHT - (assets.length - 1 - at) * step);
  const countRight = rights[0] - step;
  let y = top + 53;
  pen.text('Kind', [MARGIN, y], { size: 11, colour: ink.faint });
  pen.rightText('Records', [countRight, y], { size: 11, colour: ink.faint });
  assets.forEach((asset, at) =>
    pen.rightText(asset, [rights[at], y], { size: 11, colour: ink.faint }),
  );
  y += 20;
  const amountText = (asset, amount) => signed(pad(printed(amount), statement.places[asset]));
  const totals = assets.map(() => 0n);
  for (const { name, entries, amounts } of rows) {
    pen.line([MARGIN, y], RIGHT);
    pen.text(name, [MARGIN, y + 7]);
    pen.rightText(entries === 0 ? '---' : groupDigits(String(entries)), [countRight, y + 7], {
      colour: ink.faint,
    });
    assets.forEach((asset, at) => {
      const amount = amounts.get(asset);
      totals[at] += amount ?? 0n;
      if (amount === undefined) pen.rightText('---', [rights[at], y + 7], { colour: ink.faint });
      else pen.rightText(amountText(asset, amount), [rights[at], y + 7]);
    });
    y += 28;
  }
  pen.line([MARGIN, y], RIGHT, { colour: ink.text, width: 1.5 });
  pen.text(`Change in ${monthName(statement)}`, [MARGIN, y + 9], { font: 'bold' });
  const count = rows.reduce((sum, row) => sum + row.entries, 0);
  pen.rightText(groupDigits(String(count)), [countRight, y + 9], { font: 'bold' });
  totals.forEach((total, at) => {
    pen.rightText(amountText(assets[at], total), [rights[at], y + 9], { font: 'bold' });
  });
  return y + 32;
}
