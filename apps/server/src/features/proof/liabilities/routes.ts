/** The calls of liabilities. */
import { formatDecimal } from '@tern/money';
import { liabilitiesCalls, SNAPSHOTS_MAX } from '@tern/protocol';
import { operatorLiabilitiesCalls } from '@tern/protocol/operator';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { type AskDeps, askNow } from './ask-snapshot.ts';
import { listSnapshots } from './list-snapshots.ts';
import { proveBalances } from './prove-balances.ts';
import { showNewest } from './show-newest.ts';

export function liabilitiesRoutes(deps: AskDeps): Route[] {
  const { database } = deps;
  return [
    route(liabilitiesCalls.balanceProof, async ({ caller }) => {
      const proven = await database.snapshot((reader) => proveBalances(reader, caller.memberId));
      if (proven === undefined) throw new Refusal('not-found');
      const { snapshot, takenAt, receipt } = proven;
      return { ID: snapshot, CreatedAt: isoTime(takenAt), receipt };
    }),
    route(liabilitiesCalls.liabilitiesSnapshots, async () => ({
      list: (await listSnapshots(database, SNAPSHOTS_MAX)).map((each) => ({
        ID: each.snapshot,
        CreatedAt: isoTime(each.takenAt),
        round: each.round,
        index: each.entryIndex,
        assets: each.trees.map(({ asset, leaves, total }) => ({
          coinname: asset,
          leaves,
          num: formatDecimal(total),
        })),
      })),
    })),
    route(operatorLiabilitiesCalls.newestSnapshot, async () => ({
      newest: await showNewest(database),
    })),
    route(operatorLiabilitiesCalls.askSnapshot, async (context) => ({
      ID: await askNow(deps, actorOf(context)),
    })),
  ];
}
