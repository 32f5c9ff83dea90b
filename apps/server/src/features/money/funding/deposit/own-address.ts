/** A member's own deposit address: the network's rail gives it, and it is stored as theirs. */
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import { isVerified, memberById } from '../../../../kernel/members/members.ts';
import { type AssetNetwork, findAssetNetwork } from '../../../../kernel/networks/networks.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { addressOwner, insertAddress } from './store.ts';

export type AddressDeps = Deps<'database' | 'clock' | 'log' | 'assets' | 'rails' | 'asksIdentity'>;

export interface Place {
  coin: string;
  /** Absent or unknown ones are refused. */
  network: string | undefined;
}

/** @throws not-listed when the coin or its network takes no deposits */
export async function readPlace(
  reader: Reader,
  assets: AssetRegistry,
  { coin, network: code }: Place,
): Promise<AssetNetwork> {
  const asset = assets.find(coin.toUpperCase());
  if (asset === undefined) throw new Refusal('not-listed', { fields: ['asset'] });
  if (code === undefined) throw new Refusal('invalid-request', { fields: ['network'] });
  const network = await findAssetNetwork(reader, asset.code, code.toUpperCase());
  if (network?.takesDeposits !== true) throw new Refusal('not-listed', { fields: ['network'] });
  return network;
}

/** @throws account-frozen, not-verified */
export async function assertMayDeposit(
  reader: Reader,
  { asksIdentity }: Pick<AddressDeps, 'asksIdentity'>,
  memberId: number,
): Promise<void> {
  const member = await memberById(reader, memberId);
  if (member === undefined || member.isFrozen) throw new Refusal('account-frozen');
  if (asksIdentity && !isVerified(member)) throw new Refusal('not-verified');
}

/** Always the same for a member. @throws not-available while the rail gives none */
export async function ownAddress(
  deps: AddressDeps,
  memberId: number,
  { asset, network }: AssetNetwork,
): Promise<string> {
  let address: string;
  try {
    address = await deps.rails.of(asset, network).depositAddress({ memberId, asset, network });
  } catch (error) {
    deps.log.error({ err: error, network }, 'a rail gave no deposit address');
    throw new Refusal('not-available', { fields: ['network'] });
  }
  const place = [network, address] as const;
  const known = await deps.database.maybe(addressOwner, place);
  if (known === undefined) {
    const at = deps.clock.now();
    await deps.database.transaction((tx) => tx.run(insertAddress, [...place, memberId, at]));
  }
  const owner = known ?? (await deps.database.one(addressOwner, place));
  // Transfers to it would be credited to another member.
  if (owner.memberId !== memberId)
    throw new Error(`two members were given one address of ${network}`);
  return address;
}

/** @throws account-frozen, not-listed, not-verified, not-available */
export async function showAddress(deps: AddressDeps, memberId: number, place: Place) {
  const network = await readPlace(deps.database, deps.assets, place);
  await assertMayDeposit(deps.database, deps, memberId);
  const address = await ownAddress(deps, memberId, network);
  return { coin: network.asset, czline: network.network, address };
}
