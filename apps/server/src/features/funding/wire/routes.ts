/** Wires on the wire: calls to use cases and back; no decision, no SQL. They are announced by a call of deposits. */
import { fiatCalls } from '@tern/protocol';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { cancelRequest } from '../request/lifecycle.ts';
import { listRequests } from '../request/list.ts';
import type { WireDeps } from './create-wire.ts';
import { findWire } from './find-wire.ts';
import { wires } from './wires.ts';

export function wireRoutes(deps: WireDeps): Route[] {
  const { database } = deps;
  return [
    route(fiatCalls.wires, ({ caller, input }) =>
      listRequests(database, wires, { ...input, memberId: caller.memberId }),
    ),
    route(fiatCalls.findWire, ({ caller, input, lang }) =>
      findWire(database, caller.memberId, { id: Number(input.ID), lang }),
    ),
    route(fiatCalls.cancelWire, async (context) => {
      const { memberId } = context.caller;
      const key = requestKeyOf(fiatCalls.cancelWire, context);
      return {
        wire: await cancelRequest(deps, wires, { memberId, id: Number(context.input.ID), key }),
      };
    }),
  ];
}
