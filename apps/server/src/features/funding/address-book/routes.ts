/** The address book on the wire: calls to use cases and back; no decision, no SQL. */
import { withdrawalCalls } from '@tern/protocol';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  type AddressBookDeps,
  findAddress,
  keepAddress,
  listAddresses,
  removeAddress,
} from './addresses.ts';

export function addressRoutes(deps: AddressBookDeps): Route[] {
  const { database } = deps;
  return [
    route(withdrawalCalls.wallets, ({ caller, input }) =>
      listAddresses(database, caller.memberId, input),
    ),
    route(withdrawalCalls.findWallet, async ({ caller, input }) => ({
      reuser_qianbao: await findAddress(database, caller.memberId, Number(input.ID)),
    })),
    route(withdrawalCalls.createWallet, async ({ caller, input }) => {
      const { coin, czline: network, addr: address, memo, name, remark = '' } = input;
      const wallet = { coin, network, address, memo, name, remark };
      return { wallet: await keepAddress(deps, caller.memberId, wallet) };
    }),
    route(withdrawalCalls.deleteWallet, async ({ caller, input }) => {
      await removeAddress(database, caller.memberId, Number(input.ID));
      return {};
    }),
  ];
}
