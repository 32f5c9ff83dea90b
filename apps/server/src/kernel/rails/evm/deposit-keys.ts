/** Derives deposit addresses from the operator's seed; of a recovery phrase only the public half is kept in memory. */
import { HDNodeWallet, Mnemonic } from 'ethers';
import { readKeyFile } from './key-file.ts';

/** BIP 44, the first account of Ethereum: what every wallet program shows first. */
const PATH = "m/44'/60'/0'/0";

/** Gives the address at an index below the path. Fails with: a thrown error that names the file, never what is in it. */
export function readDepositKeys(seedFile: string): (index: number) => string {
  const text = readKeyFile(seedFile);
  const root = publicRoot(text);
  if (root === undefined) {
    throw new Error(`${seedFile} must hold a recovery phrase or an extended public key of ${PATH}`);
  }
  return (index) => root.deriveChild(index).address;
}

function publicRoot(text: string) {
  try {
    if (!text.startsWith('xp'))
      return HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(text), PATH).neuter();
    const node = HDNodeWallet.fromExtendedKey(text);
    return node instanceof HDNodeWallet ? node.neuter() : node;
  } catch {
    // What ethers says of a wrong phrase quotes it.
    return undefined;
  }
}
