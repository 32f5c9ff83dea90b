/** Receipts of wires on the console's wire: the call to its use case. */
import { operatorWireCalls } from '@tern/protocol/operator';
import type { Bus } from '../../../platform/bus.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../operators/index.ts';
import type { WireDeps } from './create-wire.ts';
import { recordReceipt } from './record-receipt.ts';

export function wireOperatorRoutes(deps: WireDeps & { bus: Bus }): Route[] {
  return [
    route(operatorWireCalls.recordReceipt, async (context) => {
      const { ID, ...receipt } = context.input;
      await recordReceipt(deps, actorOf(context), { reviewId: Number(ID), receipt });
      return {};
    }),
  ];
}
