/** What signs payouts: a key in a file of the operator's, or a program of theirs. No key is ever in the database. */
import { getAddress, SigningKey, computeAddress, toQuantity, Transaction } from 'ethers';
import type { EvmSettings } from './evm-settings.ts';
import { createRpc } from './json-rpc.ts';
import { readKeyFile } from './key-file.ts';

export interface TransferSigner {
  /** The wallet that pays, with its checksum. */
  readonly address: string;
  /** Gives the signed transaction as it goes to the chain. Fails with: a thrown error; then nothing was signed for us. */
  sign(unsigned: Transaction): Promise<string>;
}

export function createTransferSigner(signer: EvmSettings['signer']): TransferSigner {
  const plain = 'url' in signer ? signerProgram(signer) : signerOfFile(signer.keyFile);
  return {
    address: plain.address,
    async sign(unsigned) {
      const signed = Transaction.from(await plain.sign(unsigned));
      // A program that fills in or changes anything would pay somebody else, or twice.
      if (signed.unsignedHash !== unsigned.unsignedHash || signed.from !== plain.address) {
        throw new Error('what was signed is not what was asked for');
      }
      return signed.serialized;
    },
  };
}

function signerOfFile(keyFile: string): TransferSigner {
  const key = signingKey(keyFile);
  return {
    address: computeAddress(key),
    async sign(unsigned) {
      const signed = unsigned.clone();
      signed.signature = key.sign(unsigned.unsignedHash);
      return signed.serialized;
    },
  };
}

function signingKey(keyFile: string): SigningKey {
  const text = readKeyFile(keyFile);
  // What ethers says of a wrong key may quote it.
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(text)) {
    throw new Error(`${keyFile} must hold a private key of 64 hexadecimal digits`);
  }
  return new SigningKey(text.startsWith('0x') ? text : `0x${text}`);
}

/** As Web3Signer, Clef and nodes with own accounts answer `eth_signTransaction`. */
function signerProgram({ url, address }: { url: string; address: string }): TransferSigner {
  const rpc = createRpc(url);
  return {
    address: getAddress(address),
    async sign(unsigned) {
      const answer = await rpc.call('eth_signTransaction', wireTransaction(unsigned, address));
      return typeof answer === 'string' ? answer : (answer as { raw: string }).raw;
    },
  };
}

function wireTransaction(unsigned: Transaction, from: string) {
  const { to, data, value, nonce, gasLimit, chainId, gasPrice } = unsigned;
  const { maxFeePerGas, maxPriorityFeePerGas } = unsigned;
  const price =
    gasPrice !== null
      ? { gasPrice: toQuantity(gasPrice) }
      : {
          maxFeePerGas: toQuantity(maxFeePerGas ?? 0n),
          maxPriorityFeePerGas: toQuantity(maxPriorityFeePerGas ?? 0n),
        };
  return {
    from,
    to,
    data,
    value: toQuantity(value),
    nonce: toQuantity(nonce),
    gas: toQuantity(gasLimit),
    chainId: toQuantity(chainId),
    ...price,
  };
}
