/** Signs for addresses of deposits: with their keys from a file, or through the signer of payouts. Its answer is verified. */
import { HDNodeWallet, Mnemonic, Transaction } from 'ethers';
import { readKeyFile } from '../../../platform/files/read-own-file.ts';
import { DEPOSIT_PATH } from '../deposit-addresses.ts';
import type { EvmSettings } from '../evm-settings.ts';
import { createRpc } from '../json-rpc.ts';
import { wireTransaction } from '../transfer-signer.ts';

export interface DepositPlace {
  /** With checksum. */
  address: string;
  /** Below the path of deposits. */
  pathIndex: number;
}

/** Returns the signed transaction, ready to broadcast. @throws Error; nothing was signed then */
export type SignForDeposit = (
  unsigned: Transaction,
  from: DepositPlace,
  /** Of the address that it pays, where that is one of deposits. */
  to?: DepositPlace,
) => Promise<string>;

/**
 * The key file of the sweep, or the signer of payouts, or the seed file if it holds a recovery phrase.
 * @throws Error that names the file, never its content
 */
export function createDepositSigner({ sweep, signer, seedFile }: EvmSettings): SignForDeposit {
  const isRemote = sweep?.keyFile === undefined && 'url' in signer;
  const plain = isRemote
    ? signerProgram(signer.url)
    : signDepositsOf(sweep?.keyFile ?? seedFile, sweep?.keyFile === undefined);
  return async (unsigned, from, to) => {
    const signed = Transaction.from(await plain(unsigned, from, to));
    // A signer that changes anything could pay another address.
    if (signed.unsignedHash !== unsigned.unsignedHash || signed.from !== from.address) {
      throw new Error('the signer changed the transaction');
    }
    return signed.serialized;
  };
}

/** With the keys of a file. `isSeed`: it is the seed file of the rail. @throws Error that names the file, never its content */
export function signDepositsOf(file: string, isSeed: boolean): SignForDeposit {
  const root = privateRoot(readKeyFile(file));
  if (root === undefined) {
    const what = `a recovery phrase or an extended private key of ${DEPOSIT_PATH}`;
    throw new Error(
      isSeed
        ? `EVM_SWEEP_ABOVE needs EVM_SWEEP_KEY_FILE, ${what}: ${file} cannot spend`
        : `${file} must contain ${what}`,
    );
  }
  return (unsigned, { address, pathIndex }) => {
    const { signingKey, address: derived } = root.deriveChild(pathIndex);
    if (derived !== address) {
      throw new Error(`the keys of ${file} are not those of the addresses of deposits`);
    }
    const signed = unsigned.clone();
    signed.signature = signingKey.sign(unsigned.unsignedHash);
    return Promise.resolve(signed.serialized);
  };
}

function privateRoot(text: string): HDNodeWallet | undefined {
  try {
    if (!text.startsWith('xp'))
      return HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(text), DEPOSIT_PATH);
    const node = HDNodeWallet.fromExtendedKey(text);
    return node instanceof HDNodeWallet ? node : undefined;
  } catch {
    // The error of ethers would quote the key.
    return undefined;
  }
}

/** `path` and `toPath` say which keys these are: a signer that derives keys need not search for them; others ignore it. */
function signerProgram(url: string): SignForDeposit {
  const rpc = createRpc(url);
  return async (unsigned, { address, pathIndex }, to) => {
    const asked = {
      ...wireTransaction(unsigned, address),
      path: `${DEPOSIT_PATH}/${pathIndex}`,
      ...(to === undefined ? {} : { toPath: `${DEPOSIT_PATH}/${to.pathIndex}` }),
    };
    const answer = await rpc.call('eth_signTransaction', asked);
    return typeof answer === 'string' ? answer : (answer as { raw: string }).raw;
  };
}
