/**
 * Closed days in the text format of Beancount: a transaction for each day and coin, and what every account must have after it, so that the
 * reader's own tool checks the trial balances. Amounts are exact; a credit is negative, as in Beancount.
 */
import { incomeAccounts } from '@tern/protocol/operator';
import { type Amount, formatDecimal, negate, ZERO } from '@tern/money';

/** A change of an account on a day: credits less debits. */
export interface DayChange {
  readonly asset: string;
  /** As the trial balance names it: `members.held`, `network.TRC20`, `fees`. */
  readonly account: string;
  readonly kind: string;
  readonly amount: Amount;
}

/** What an account had before a day, or after it. */
export interface DayBalance {
  readonly asset: string;
  readonly account: string;
  readonly amount: Amount;
}

/** Accounts open with their first posting. */
export const BEANCOUNT_HEAD = 'plugin "beancount.plugins.auto_accounts"\n';

const COMMODITY = /^[A-Z][A-Z0-9]{0,22}$/;
/** Not every code of a coin may be a commodity's name. */
export const commodityOf = (asset: string): string =>
  COMMODITY.test(asset) ? asset : `X-${asset.toUpperCase().replaceAll(/[^A-Z0-9]/g, '-')}-X`;

const part = (name: string): string => {
  const plain = name.replaceAll(/[^A-Za-z0-9]/g, '-');
  return /^[a-z]/.test(plain) ? plain[0]!.toUpperCase() + plain.slice(1) : plain;
};

const ASSETS = ['custody', 'loanReceivables'];

/** `members.held` is Liabilities:Members:Held, `network.TRC20` Assets:Network:TRC20, `fees` Income:Fees. */
export function beancountAccount(account: string): string {
  const [first = '', ...rest] = account.split('.');
  const path = [first, ...rest].map(part).join(':');
  if (first === 'members') return `Liabilities:${path}`;
  if (first === 'network' || ASSETS.includes(first)) return `Assets:${path}`;
  if (incomeAccounts.some((name) => name === first)) return `Income:${path}`;
  return /^-?\d/.test(first) ? `Assets:Network:N${path.replaceAll('-', '')}` : `Equity:${path}`;
}

const amountOf = (asset: string, credit: Amount): string =>
  `${formatDecimal(negate(credit))} ${commodityOf(asset)}`;

const assetsOf = (rows: readonly { readonly asset: string }[]): string[] => [
  ...new Set(rows.map(({ asset }) => asset)),
];

/** What the accounts had before the first day. */
export function openingText(day: string, balances: readonly DayBalance[]): string[] {
  const had = balances.filter(({ amount }) => amount !== ZERO);
  return assetsOf(had).map((asset) =>
    [
      `${day} * "Opening balances, ${asset}"`,
      ...had
        .filter((balance) => balance.asset === asset)
        .map(({ account, amount }) => `  ${beancountAccount(account)}  ${amountOf(asset, amount)}`),
      '',
    ].join('\n'),
  );
}

/** A transaction for each coin that moved, by account and kind. */
export function movementsText(day: string, changes: readonly DayChange[]): string[] {
  const moved = changes.filter(({ amount }) => amount !== ZERO);
  return assetsOf(moved).map((asset) =>
    [
      `${day} * "Movements, ${asset}"`,
      ...moved
        .filter((change) => change.asset === asset)
        .flatMap(({ account, kind, amount }) => [
          `  ${beancountAccount(account)}  ${amountOf(asset, amount)}`,
          `    kind: "${kind}"`,
        ]),
      '',
    ].join('\n'),
  );
}

/** Beancount compares at the start of a day: `next` is the one after. */
export const balancesText = (next: string, balances: readonly DayBalance[]): string[] =>
  balances.map(
    ({ asset, account, amount }) =>
      `${next} balance ${beancountAccount(account)}  ${amountOf(asset, amount)}`,
  );
