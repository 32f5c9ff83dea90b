/** Counts what all wallets of a chain have at a block, with the balances of both nodes (ADR 112). */
import { type Amount, sum } from '@tern/money';
import type { Rail, WalletCount } from '../../kernel/rails/rail.ts';
import { attemptsOf, type SignedRow } from './attempts.ts';
import type { Chain } from './chain.ts';
import type { SendDeps } from './decide-transfer.ts';
import { exchangeWallets, railChain, transfersUnderWay } from './store.ts';
import { amountOf, NATIVE_DECIMALS } from './token-contract.ts';

type Asked = Parameters<NonNullable<Rail['count']>>[0];

const SECOND_MS = 1_000;
/** Calls to a node under way: our choice, so that the payments of members are not kept waiting. */
const AT_ONCE = 8;

/** As `Rail.count`. */
export async function countWallets(
  deps: SendDeps,
  { until, addresses }: Asked,
): Promise<WalletCount | undefined> {
  const { chain, second, database, settings } = deps;
  const { network } = settings;
  const { height: read } = await database.one(railChain, [network]);
  if (read === null || (await timeOf(chain, read)) < until) return undefined;
  const height = await newestBefore(chain, read, until);
  if (height === undefined || (await isUnderWay(deps, height))) return undefined;
  const wallets = await database.many(exchangeWallets, [network]);
  const all = [...wallets, ...addresses.map((address) => ({ address, isPaying: false }))];
  const block = (await chain.header(height)).hash!;
  const assets = await balancesOf(deps, all, { chain, height });
  if (second !== undefined) {
    const other = await second.header(height);
    const found = await balancesOf(deps, all, { chain: second, height });
    const isSame = assets.every(
      ({ held, hot }, at) => held === found[at]?.held && hot === found[at].hot,
    );
    if (other.hash !== block || !isSame) {
      deps.log.error({ network, height }, 'two nodes report different balances of wallets');
      return undefined;
    }
  }
  return { network, height, block, assets };
}

/** Epoch milliseconds. */
const timeOf = async (chain: Chain, height: number): Promise<number> =>
  Number((await chain.header(height)).timestamp) * SECOND_MS;

/** The newest block before a time; `read` is not before it. Undefined: the chain began later. */
async function newestBefore(
  chain: Chain,
  read: number,
  until: number,
): Promise<number | undefined> {
  let [before, after] = [-1, read];
  // First in growing steps backwards: it is usually near.
  for (let step = 1; after > 0 && before < 0; step *= 4) {
    const at = Math.max(after - step, 0);
    if ((await timeOf(chain, at)) < until) before = at;
    else after = at;
  }
  if (before < 0) return undefined;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if ((await timeOf(chain, middle)) < until) before = middle;
    else after = middle;
  }
  return before;
}

/** Whether a transfer is in a block up to the height and has not ended: it is not in the ledger yet, and nothing says so. */
async function isUnderWay(deps: SendDeps, height: number): Promise<boolean> {
  const { chain, database, settings } = deps;
  for (const row of await database.many(transfersUnderWay, [settings.network])) {
    for (const { txid } of await attemptsOf(deps, row as SignedRow)) {
      const receipt = await chain.receipt(txid);
      if (receipt !== undefined && receipt.height <= height) return true;
    }
  }
  return false;
}

interface Wallet {
  readonly address: string;
  readonly isPaying: boolean;
}

async function balancesOf(
  { settings }: SendDeps,
  wallets: readonly Wallet[],
  { chain, height }: { readonly chain: Chain; readonly height: number },
): Promise<WalletCount['assets'][number][]> {
  const { native, tokens } = settings;
  const kinds = [
    ...(native === undefined
      ? []
      : [{ asset: native, contract: undefined, decimals: NATIVE_DECIMALS }]),
    ...[...tokens].map(([asset, { address, decimals }]) => ({
      asset,
      contract: address,
      decimals,
    })),
  ];
  const counted: WalletCount['assets'][number][] = [];
  for (const { asset, contract, decimals } of kinds) {
    const found: { isPaying: boolean; amount: Amount }[] = [];
    for (let from = 0; from < wallets.length; from += AT_ONCE) {
      const some = wallets.slice(from, from + AT_ONCE).map(async ({ address, isPaying }) => ({
        isPaying,
        amount: amountOf(await chain.balance(address, contract, height), decimals),
      }));
      found.push(...(await Promise.all(some)));
    }
    const hot = sum(found.filter(({ isPaying }) => isPaying).map(({ amount }) => amount));
    counted.push({ asset, hot, held: sum(found.map(({ amount }) => amount)) });
  }
  return counted;
}
