/** The exchange's accounts at banks: what the newest statement ends with, beside what the journal says is held there. */
import { exchangeAccounts } from '@tern/ledger';
import { type Amount, formatDecimal, negate, subtract, ZERO } from '@tern/money';
import type { BankAccount } from '@tern/protocol/operator';
import { exchangeBalances } from '../../../../kernel/ledger/exchange-days.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { allCurrencies } from '../currencies/store.ts';
import type { Deps } from '../deps.ts';
import { newestStatement, openSums } from './store.ts';

/** In display order. Units: the journal's balance is of now; entries without a record, and later ones, explain a difference. */
export function listAccounts({
  database,
  ownAccountOf,
}: Deps<'database' | 'ownAccountOf'>): Promise<BankAccount[]> {
  return database.snapshot(async (reader) => {
    const list: BankAccount[] = [];
    for (const { asset } of await reader.many(allCurrencies, [])) {
      const own = ownAccountOf(asset);
      if (own !== undefined) list.push(await accountOf(reader, { asset, account: own.account }));
    }
    return list;
  });
}

async function accountOf(
  reader: Reader,
  { asset, account }: { asset: string; account: string },
): Promise<BankAccount> {
  const newest = await reader.maybe(newestStatement, [account, asset]);
  const balances = await exchangeBalances(reader, asset);
  // What is held stands in the journal as a debt of the bank.
  const journal = negate(balances.get(exchangeAccounts.custody) ?? ZERO);
  const { cameIn, wentOut } = await reader.one(openSums, [account, asset]);
  const difference = (closing: Amount) => formatDecimal(subtract(closing, journal));
  return {
    coinname: asset,
    account,
    statement:
      newest === undefined
        ? null
        : {
            number: newest.number,
            until: newest.closedOn,
            ends: formatDecimal(newest.closing),
            difference: difference(newest.closing),
          },
    journal: formatDecimal(journal),
    unmatchedIn: formatDecimal(cameIn),
    unmatchedOut: formatDecimal(wentOut),
  };
}
