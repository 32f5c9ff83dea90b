/** Files of customers' timelines in the API: calls to use cases and back. */
import { operatorCustomerFileCalls } from '@tern/protocol/operator';
import { actorOf } from '../../../../../kernel/review/actor-of.ts';
import { type Route, route } from '../../../../../platform/http/route.ts';
import type { SecretBox } from '../../../../../platform/secret-box.ts';
import { linkToFile } from './download.ts';
import { type FileProposalDeps, listFiles, proposeFile } from './propose-file.ts';

export function customerFileRoutes(deps: FileProposalDeps & { secretBox: SecretBox }): Route[] {
  return [
    route(operatorCustomerFileCalls.customerFiles, async (context) => ({
      list: await listFiles(deps, actorOf(context), Number(context.input.ID)),
    })),
    route(operatorCustomerFileCalls.proposeCustomerFile, async (context) => {
      const { ID, groups, from, until, reason } = context.input;
      const asked = { memberId: Number(ID), groups, fromDay: from, untilDay: until, reason };
      return { reviewId: await proposeFile(deps, actorOf(context), asked) };
    }),
    route(operatorCustomerFileCalls.linkCustomerFile, (context) => {
      const { ID, format = 'csv' } = context.input;
      return linkToFile(deps, actorOf(context), { id: Number(ID), format });
    }),
  ];
}
