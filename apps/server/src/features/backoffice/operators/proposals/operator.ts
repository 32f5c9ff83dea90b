/** Proposals on the operators' wire: manual entries, limits and fees. */
import { operatorManualCalls, operatorSettingCalls } from '@tern/protocol/operator';
import { timeOf } from '../../../../kernel/requests/given-time.ts';
import { pageOf } from '../../../../kernel/requests/page.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { listSettings, listSettingVersions, type VersionDeps } from './list-versions.ts';
import { type ManualDeps, proposeEntry } from './manual-entries.ts';
import { proposeSetting, type SettingDeps } from './setting-versions.ts';
import { withdrawVersion, type WithdrawDeps } from './withdraw-version.ts';

export function proposalRoutes(
  deps: ManualDeps & SettingDeps & WithdrawDeps & Pick<VersionDeps, 'instruments'>,
): Route[] {
  const { database } = deps;
  return [
    route(operatorManualCalls.proposeEntry, async (context) => {
      const { memberId, side, coinname, amount, message, reason, requestId = null } = context.input;
      const reviewId = await proposeEntry(deps, actorOf(context), {
        memberId: Number(memberId),
        side,
        asset: coinname.toUpperCase(),
        amount: String(amount),
        message,
        reason,
        requestId,
      });
      return { reviewId };
    }),
    route(operatorSettingCalls.settings, async () => ({ list: await listSettings(database) })),
    route(operatorSettingCalls.settingVersions, ({ input }) => {
      const key = input.key === undefined || input.key === '' ? null : input.key;
      return listSettingVersions(deps, { key, page: pageOf(input), readBy: 'operators' });
    }),
    route(operatorSettingCalls.proposeSetting, async (context) => {
      const { key, value, message, reason } = context.input;
      const effectiveAt = timeOf(context.input.effectiveAt, 'effectiveAt');
      const proposal = { key, value, effectiveAt, message, reason };
      return { reviewId: await proposeSetting(deps, actorOf(context), proposal) };
    }),
    route(operatorSettingCalls.withdrawVersion, async (context) => {
      const { ID, reason } = context.input;
      await withdrawVersion(deps, actorOf(context), { id: Number(ID), reason });
      return {};
    }),
  ];
}
