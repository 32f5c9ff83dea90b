/** Members' deposit addresses on a network: derived from the operator's seed, stored, and derived again at each use as a check. */
import { HDNodeWallet, Mnemonic } from 'ethers';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { treasuryAddressOf, insertTreasuryAddress } from '../../kernel/rails/treasury-address.ts';
import { readKeyFile } from '../../platform/files/read-own-file.ts';
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

/** @throws Error before the chain is read, and for an address that does not derive from the seed */
export async function depositAddress(deps: DepositAddressDeps, memberId: number): Promise<string> {
  const { database, clock, network, deriveAddress } = deps;
  const known = await database.maybe(addressOfMember, [network, memberId]);
  if (known !== undefined) return checked(deps, known);
  await assertRead(deps);
  const row = await database.transaction(async (tx) => {
    const { pathIndex } = await tx.one(nextPathIndex, []);
    const address = deriveAddress(pathIndex);
    await tx.run(insertAddress, [network, memberId, pathIndex, address, clock.now()]);
    // A concurrent call may have stored another address: that one is used.
    return tx.one(addressOfMember, [network, memberId]);
  });
  return checked(deps, row);
}

/** Where the operator sends money for the treasury. Fails as `depositAddress`. */
export async function treasuryAddress(deps: DepositAddressDeps): Promise<string> {
  const { database, clock, network, deriveAddress } = deps;
  const known = await database.maybe(treasuryAddressOf, [network]);
  if (known !== undefined) return checked(deps, known);
  await assertRead(deps);
  const row = await database.transaction(async (tx) => {
    const { pathIndex } = await tx.one(nextPathIndex, []);
    await tx.run(insertTreasuryAddress, [
      network,
      pathIndex,
      deriveAddress(pathIndex),
      clock.now(),
    ]);
    return tx.one(treasuryAddressOf, [network]);
  });
  return checked(deps, row);
}

/** Reading starts at the newest block: earlier deposits would never be seen. */
async function assertRead({ database, network }: DepositAddressDeps): Promise<void> {
  const chain = await database.maybe(railChain, [network]);
  if (chain === undefined || chain.height === null) {
    throw new Error(`${network} is not read yet, so it has no deposit addresses`);
  }
}

/** @throws Error when earlier addresses were derived from another seed */
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

/** BIP 44, the first Ethereum account, as in every wallet program. */
export const DEPOSIT_PATH = "m/44'/60'/0'/0";

/** Returns the address at an index below the path. @throws Error that names the file, never its content */
export function readDepositKeys(seedFile: string, path = DEPOSIT_PATH): (index: number) => string {
  const text = readKeyFile(seedFile);
  const root = publicRoot(text, path);
  if (root === undefined) {
    throw new Error(
      `${seedFile} must contain a recovery phrase or an extended public key of ${path}`,
    );
  }
  return (index) => root.deriveChild(index).address;
}

function publicRoot(text: string, path: string) {
  try {
    if (!text.startsWith('xp'))
      return HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(text), path).neuter();
    const node = HDNodeWallet.fromExtendedKey(text);
    return node instanceof HDNodeWallet ? node.neuter() : node;
  } catch {
    // The error of ethers would quote the phrase.
    return undefined;
  }
}
