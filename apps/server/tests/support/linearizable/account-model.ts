/** The sequential model of one member's account: what orders hold, what trades and cancels change, what readers see. */
import type { Model } from './check.ts';

/** Units of each asset. */
export type Units = Readonly<Record<string, bigint>>;

export type AccountInput =
  /** A limit order too far from the price to trade: it holds and rests. */
  | { readonly call: 'place'; readonly asset: string; readonly hold: bigint }
  /** An order that trades at once. */
  | { readonly call: 'trade' }
  | { readonly call: 'cancel'; readonly order: number }
  | { readonly call: 'read balances' }
  | { readonly call: 'read open orders' };

export type AccountOutput =
  | { readonly placed: number }
  /** What the trade changed of the available balances. */
  | { readonly traded: Units }
  | { readonly cancelled: true }
  | { readonly balances: Readonly<Record<string, Balance>> }
  /** Of all open orders. */
  | { readonly open: readonly number[] }
  | { readonly refused: 'no balance' | 'not open' | 'nothing done' };

export interface Balance {
  readonly available: bigint;
  readonly held: bigint;
}

interface Hold {
  /** Undefined for an order whose answer never came. */
  readonly id: number | undefined;
  readonly asset: string;
  readonly hold: bigint;
}

export interface Account {
  readonly balances: ReadonlyMap<string, Balance>;
  readonly open: readonly Hold[];
}

/** `initial`: available units before the history, none held. Assets outside of it are not modelled. */
export function accountModel(initial: Units): Model<Account, AccountInput, AccountOutput> {
  const balances = Object.entries(initial).map(
    ([asset, available]) => [asset, { available, held: 0n }] as const,
  );
  return { initial: { balances: new Map(balances), open: [] }, step, keyOf };
}

/** Histories are split by member, as members share no state that they can read. */
function step(
  account: Account,
  input: AccountInput,
  output: AccountOutput | undefined,
): readonly Account[] {
  if (output === undefined) return withoutAnswer(account, input);
  if ('refused' in output) return refused(account, input, output.refused);
  switch (input.call) {
    case 'place':
      return 'placed' in output ? place(account, { ...input, id: output.placed }) : [];
    case 'trade':
      return 'traded' in output ? trade(account, output.traded) : [];
    case 'cancel':
      return 'cancelled' in output ? cancel(account, input.order) : [];
    case 'read balances':
      return 'balances' in output && hasBalances(account, output.balances) ? [account] : [];
    case 'read open orders':
      return 'open' in output && hasOpen(account, output.open) ? [account] : [];
  }
}

function withoutAnswer(account: Account, input: AccountInput): readonly Account[] {
  switch (input.call) {
    case 'place':
      return [account, ...place(account, { ...input, id: undefined })];
    case 'cancel':
      return [account, ...cancel(account, input.order)];
    case 'trade':
      throw new Error('what a trade changed is not known without its answer: repeat it by its key');
    default:
      return [account];
  }
}

function refused(
  account: Account,
  input: AccountInput,
  why: 'no balance' | 'not open' | 'nothing done',
): readonly Account[] {
  if (why === 'no balance' && input.call === 'place') {
    return availableOf(account, input.asset) < input.hold ? [account] : [];
  }
  if (why === 'not open' && input.call === 'cancel') {
    return account.open.some(({ id }) => id === input.order) ? [] : [account];
  }
  return [account];
}

function place(account: Account, order: Hold): readonly Account[] {
  const { id, asset, hold } = order;
  if (id !== undefined && account.open.some((each) => each.id === id)) return [];
  if (availableOf(account, asset) < hold) return [];
  return [
    {
      balances: changed(account, asset, { available: -hold, held: hold }),
      open: [...account.open, { id, asset, hold }],
    },
  ];
}

function cancel(account: Account, id: number): readonly Account[] {
  const named = account.open.filter((each) => each.id === id);
  // One whose answer never came may be the one that the canceller means.
  const meant = named.length > 0 ? named : account.open.filter((each) => each.id === undefined);
  return meant.map((order) => ({
    balances: changed(account, order.asset, { available: order.hold, held: -order.hold }),
    open: account.open.filter((each) => each !== order),
  }));
}

function trade(account: Account, units: Units): readonly Account[] {
  let after = account;
  for (const [asset, available] of Object.entries(units)) {
    if (!account.balances.has(asset)) continue;
    after = { ...after, balances: changed(after, asset, { available, held: 0n }) };
    if (availableOf(after, asset) < 0n) return [];
  }
  return [after];
}

function hasBalances(account: Account, seen: Readonly<Record<string, Balance>>): boolean {
  return [...account.balances].every(([asset, { available, held }]) => {
    const read = seen[asset];
    return read !== undefined && read.available === available && read.held === held;
  });
}

/** An order without an answer may have any of the numbers that nobody knows. */
function hasOpen(account: Account, seen: readonly number[]): boolean {
  if (new Set(seen).size !== seen.length || seen.length !== account.open.length) return false;
  return account.open.every(({ id }) => id === undefined || seen.includes(id));
}

const availableOf = (account: Account, asset: string): bigint =>
  account.balances.get(asset)?.available ?? 0n;

function changed(account: Account, asset: string, by: Balance): ReadonlyMap<string, Balance> {
  const before = account.balances.get(asset) ?? { available: 0n, held: 0n };
  return new Map(account.balances).set(asset, {
    available: before.available + by.available,
    held: before.held + by.held,
  });
}

function keyOf({ balances, open }: Account): string {
  const sums = [...balances].map(([asset, { available, held }]) => `${asset} ${available} ${held}`);
  const holds = open.map(({ id, asset, hold }) => `${id ?? '?'} ${asset} ${hold}`);
  return `${sums.join()} ${holds.sort().join()}`;
}
