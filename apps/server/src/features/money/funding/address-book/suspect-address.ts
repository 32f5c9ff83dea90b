/** Addresses that are possible but hardly meant: a token's contract, one of ours, a look-alike of one that the member knows. */
import type { Rails } from '../../../../kernel/rails/rail.ts';
import { isTreasuryAddress } from '../../../../kernel/rails/treasury-address.ts';
import { isTokenContract } from '../../../../kernel/networks/networks.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { addressOwner } from '../deposit/store.ts';
import { type Destination, knownLookAlike } from './store.ts';

type Target = Pick<Destination, 'asset' | 'network' | 'address'>;

/** What we know of a destination; all false, or undefined, for a usual one. */
export interface Suspicion {
  /** Of a token: what is sent there is lost. */
  isContract: boolean;
  /** Of the exchange, which owes nobody what arrives there. */
  isTreasury: boolean;
  /** The member whose deposit address it is: what is sent there is credited to that account, as any deposit. */
  depositOf: number | undefined;
  /** An address that the member saved or was paid at, which begins and ends like this one. */
  lookAlike: { address: string; name: string } | undefined;
}

export async function suspicionOf(
  reader: Reader,
  rails: Rails,
  { memberId, to }: { memberId: number; to: Target },
): Promise<Suspicion> {
  const { asset, network, address } = to;
  const [isListed, isTreasury, owner, lookAlike] = await Promise.all([
    isTokenContract(reader, network, address),
    isTreasuryAddress(reader, to),
    reader.maybe(addressOwner, [network, address]),
    reader.maybe(knownLookAlike, [memberId, address]),
  ]);
  const isConfigured =
    rails.carry(asset, network) && rails.of(asset, network).isContract?.(address) === true;
  return {
    isContract: isListed || isConfigured,
    isTreasury,
    depositOf: owner?.memberId,
    lookAlike,
  };
}

/**
 * Refuses a contract, a treasury address or the member's own deposit address, and a look-alike, with the address it looks like.
 * Another member's deposit address is a destination like others; its reviewer sees whose it is.
 * @throws unlikely-destination
 */
export async function assertLikely(
  reader: Reader,
  rails: Rails,
  given: { memberId: number; to: Target },
): Promise<void> {
  const { isContract, isTreasury, depositOf, lookAlike } = await suspicionOf(reader, rails, given);
  const fields = ['address'];
  if (isContract)
    throw new Refusal('unlikely-destination', { fields, text: 'withdrawal.toContract' });
  if (isTreasury || depositOf === given.memberId)
    throw new Refusal('unlikely-destination', { fields, text: 'withdrawal.toOurselves' });
  if (lookAlike === undefined) return;
  const data = { lookAlike };
  throw new Refusal('unlikely-destination', { fields, data, text: 'withdrawal.lookAlike' });
}
