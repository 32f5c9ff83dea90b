/** Deposits on the wire: calls to use cases and back; no decision, no SQL. */
import { depositCalls, depositCate } from '@tern/protocol';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { cancelRequest } from '../request/lifecycle.ts';
import { findRequest, listRequests } from '../request/list.ts';
import { createWire, type WireDeps } from '../wire/create-wire.ts';
import { wires } from '../wire/wires.ts';
import { type CreateDeps, createDeposit } from './create-deposit.ts';
import { deposits } from './deposits.ts';
import { showAddress } from './own-address.ts';

const isWire = (cate: number | string | undefined) => Number(cate) === depositCate.wire;

export function depositRoutes(deps: CreateDeps & WireDeps): Route[] {
  const { database } = deps;
  return [
    route(depositCalls.depositAddress, ({ caller, input }) =>
      showAddress(deps, caller.memberId, { coin: input.coin, network: input.czline }),
    ),
    route(depositCalls.createDeposit, async (context) => {
      const { cate, coin, czline: network, num, address, payimg, email, ...rest } = context.input;
      const { memberId } = context.caller;
      const key = requestKeyOf(depositCalls.createDeposit, context);
      if (isWire(cate)) {
        const { lang } = context;
        const wire = { memberId, coin, num, email: email ?? '', lang, key };
        return { recharge: await createWire(deps, wire) };
      }
      const recharge = await createDeposit(deps, {
        memberId,
        coin,
        network,
        num,
        address,
        leastReceived: rest.min_received,
        imageId: payimg === undefined || payimg === '' ? undefined : Number(payimg),
        key,
      });
      return { recharge };
    }),
    route(depositCalls.deposits, ({ caller, input }) => {
      const wanted = { ...input, memberId: caller.memberId };
      return isWire(input.cate)
        ? listRequests(database, wires, wanted)
        : listRequests(database, deposits, wanted);
    }),
    route(depositCalls.findDeposit, async ({ caller, input }) => ({
      rerecharge: await findRequest(database, deposits, {
        memberId: caller.memberId,
        id: Number(input.ID),
      }),
    })),
    route(depositCalls.cancelDeposit, async (context) => {
      const { memberId } = context.caller;
      const key = requestKeyOf(depositCalls.cancelDeposit, context);
      const id = Number(context.input.ID);
      return { recharge: await cancelRequest(deps, deposits, { memberId, id, key }) };
    }),
  ];
}
