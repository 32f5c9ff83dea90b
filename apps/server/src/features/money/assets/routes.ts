/** Assets in the API: calls to use cases and back. */
import { assetsCalls, coinsCalls } from '@tern/protocol';
import type { Reader } from '../../../platform/database/database.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { type CoinDeps, listCoinsOf } from './list-coins.ts';
import { listOfferedCoins } from './list-offered-coins.ts';
import { listMemberRecords } from './list-records.ts';
import { updatePaidIn } from './paid-in.ts';
import type { WorthDeps } from './compute-worth.ts';
import { reportProfit } from './report-profit.ts';
import { showWorth } from './show-worth.ts';

export interface AssetsDeps extends WorthDeps, CoinDeps {
  lists: Reader;
}

export function assetsRoutes(deps: AssetsDeps): Route[] {
  const { database, lists, clock } = deps;
  return [
    route(coinsCalls.coins, async ({ lang }) => ({
      list: await listOfferedCoins(database, deps, langOf(lang)),
    })),
    route(assetsCalls.mycoin, async ({ caller, input, lang }) => ({
      list: await listCoinsOf(database, deps, {
        memberId: caller.memberId,
        cate: Number(input.cate ?? 1),
        lang: langOf(lang),
      }),
    })),
    route(assetsCalls.ploss, async ({ caller: { memberId } }) => {
      await updatePaidIn(database, deps, memberId);
      return database.snapshot((reader) =>
        reportProfit(reader, deps, { memberId, now: clock.now() }),
      );
    }),
    route(assetsCalls.worthDays, async ({ caller: { memberId }, input: { period } }) => {
      await updatePaidIn(database, deps, memberId);
      return database.snapshot((reader) =>
        showWorth(reader, deps, { memberId, period, now: clock.now() }),
      );
    }),
    route(assetsCalls.records, ({ caller: { memberId }, input, lang }) =>
      listMemberRecords(lists, deps.assets, { memberId, input, lang: langOf(lang) }),
    ),
  ];
}
