/** The accounts of a trial balance by name: what members have together, the exchange's own, and what is held on networks. */
import { custodyAccount, exchangeAccounts, purposes } from '@tern/ledger';
import { networksByAsset } from '../../../kernel/networks/networks.ts';
import type { Reader } from '../../../platform/database/database.ts';

/** Members' accounts have numbers from 1 on, in the order of the balance row. */
const fixed: readonly (readonly [number, string])[] = [
  ...purposes.map((purpose, at) => [at + 1, `members.${purpose}`] as const),
  ...Object.entries(exchangeAccounts).map(([name, account]) => [account, name] as const),
];

/** Returns the name of an account: `members.held`, `fees`, `network.TRC20`; its number for a network that is gone. */
export async function accountNames(reader: Reader): Promise<(account: number) => string> {
  const networks = [...(await networksByAsset(reader)).values()].flat();
  const names = new Map([
    ...fixed,
    ...networks.map((each) => [custodyAccount(each.networkId), `network.${each.network}`] as const),
  ]);
  return (account) => names.get(account) ?? String(account);
}
