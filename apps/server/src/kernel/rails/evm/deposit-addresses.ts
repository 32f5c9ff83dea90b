/** Each member's own deposit address of a network: derived once, kept, and derived again before it is shown. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import {
  addressOfMember,
  insertAddress,
  newestAddress,
  nextPathIndex,
  railChain,
} from './store.ts';

export interface DepositAddressDeps {
  database: Database;
  clock: Clock;
  network: string;
  deriveAddress: (index: number) => string;
}

/** Fails with: a thrown error before the chain is read, and for an address that the seed does not give. */
export async function depositAddress(deps: DepositAddressDeps, memberId: number): Promise<string> {
  const { database, clock, network, deriveAddress } = deps;
  const known = await database.maybe(addressOfMember, [network, memberId]);
  if (known !== undefined) return checked(deps, known);
  const chain = await database.maybe(railChain, [network]);
  // Reading begins at the newest block: what arrived earlier would never be seen.
  if (chain === undefined || chain.height === null) {
    throw new Error(`${network} is not read yet, so it has no deposit addresses`);
  }
  const row = await database.transaction(async (tx) => {
    const { pathIndex } = await tx.one(nextPathIndex, []);
    const address = deriveAddress(pathIndex);
    await tx.run(insertAddress, [network, memberId, pathIndex, address, clock.now()]);
    // Another call may have been faster: its address is the member's.
    return tx.one(addressOfMember, [network, memberId]);
  });
  return checked(deps, row);
}

/** Fails with: a thrown error when the seed is not the one that earlier addresses came from. */
export async function checkSeed(reader: Reader, deps: DepositAddressDeps): Promise<void> {
  const newest = await reader.maybe(newestAddress, [deps.network]);
  if (newest !== undefined) checked(deps, newest);
}

function checked(
  { network, deriveAddress }: DepositAddressDeps,
  { pathIndex, address }: { pathIndex: number; address: string },
): string {
  if (deriveAddress(pathIndex) === address) return address;
  throw new Error(`address ${pathIndex} of ${network} does not come from the seed configured`);
}
