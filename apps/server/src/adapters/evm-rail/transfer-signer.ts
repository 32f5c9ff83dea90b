/** Signs payouts, with a key in a file or through a program of the operator. Keys are never in the database. */
import { type Amount, decimal } from '@tern/money';
import {
  computeAddress,
  getAddress,
  hashMessage,
  hexlify,
  SigningKey,
  toQuantity,
  toUtf8Bytes,
  Transaction,
  verifyMessage,
} from 'ethers';
import { SignerCapped } from '../../kernel/rails/rail.ts';
import { readKeyFile } from '../../platform/files/read-own-file.ts';
import type { EvmSettings } from './evm-settings.ts';
import { createRpc, type Rpc, RpcRefusal, SIGNER_CAPPED } from './json-rpc.ts';

export interface TransferSigner {
  /** The paying wallet, with checksum. */
  readonly address: string;
  /** Returns the signed transaction, ready to broadcast. @throws Error; nothing was signed then */
  sign(unsigned: Transaction): Promise<string>;
  /** Signs a text as wallets do (EIP-191), which no chain takes for a transaction. Returns r, s, v. @throws Error */
  signText(text: string): Promise<string>;
  /** By asset: what it counted within 24 hours, and its own cap. Undefined: it says none. @throws Error without an answer */
  outflow(): Promise<SignerOutflow | undefined>;
}

export type SignerOutflow = ReadonlyMap<string, { readonly out: Amount; readonly cap: Amount }>;

export function createTransferSigner(signer: EvmSettings['signer']): TransferSigner {
  const plain = 'url' in signer ? signerProgram(signer) : signerOfFile(signer.keyFile);
  return {
    address: plain.address,
    outflow: plain.outflow,
    async sign(unsigned) {
      const signed = Transaction.from(await plain.sign(unsigned));
      // A signer that changes anything could pay another address, or twice.
      if (signed.unsignedHash !== unsigned.unsignedHash || signed.from !== plain.address) {
        throw new Error('the signer changed the transaction');
      }
      return signed.serialized;
    },
    async signText(text) {
      const signature = await plain.signText(text);
      if (verifyMessage(text, signature) === plain.address) return signature.toLowerCase();
      throw new Error('the signer signed with another key');
    },
  };
}

function signerOfFile(keyFile: string): TransferSigner {
  const key = signingKey(keyFile);
  return {
    address: computeAddress(key),
    outflow: async () => undefined,
    async sign(unsigned) {
      const signed = unsigned.clone();
      signed.signature = key.sign(unsigned.unsignedHash);
      return signed.serialized;
    },
    signText: async (text) => key.sign(hashMessage(text)).serialized,
  };
}

/** @throws Error that names the file, never its content */
export function signingKey(keyFile: string): SigningKey {
  const text = readKeyFile(keyFile);
  // The error of ethers may quote the key.
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(text)) {
    throw new Error(`${keyFile} must contain a private key of 64 hexadecimal digits`);
  }
  return new SigningKey(text.startsWith('0x') ? text : `0x${text}`);
}

/** `eth_signTransaction` and `eth_sign`, as answered by Web3Signer, Clef and nodes with accounts. */
function signerProgram({ url, address }: { url: string; address: string }): TransferSigner {
  const rpc = createRpc(url);
  return {
    address: getAddress(address),
    outflow: () => outflowOf(rpc),
    async sign(unsigned) {
      const answer = await capped(() =>
        rpc.call('eth_signTransaction', wireTransaction(unsigned, address)),
      );
      return typeof answer === 'string' ? answer : (answer as { raw: string }).raw;
    },
    async signText(text) {
      return (await rpc.call('eth_sign', address, hexlify(toUtf8Bytes(text)))) as string;
    },
  };
}

/** @throws SignerCapped in place of a refusal for the signer's own cap */
async function capped(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    const isCapped = error instanceof RpcRefusal && error.code === SIGNER_CAPPED;
    throw isCapped ? new SignerCapped(error.message, { cause: error }) : error;
  }
}

/** As `apps/server/src/commands/signer` answers `tern_outflow`. */
interface OutflowAnswer {
  assets: { asset: string; out: string; cap: string }[];
}

async function outflowOf(rpc: Rpc): Promise<SignerOutflow | undefined> {
  try {
    const { assets } = (await rpc.call('tern_outflow')) as OutflowAnswer;
    return new Map(
      assets.map(({ asset, out, cap }) => [asset, { out: decimal(out), cap: decimal(cap) }]),
    );
  } catch (error) {
    // Signers of others have no such method.
    if (error instanceof RpcRefusal) return undefined;
    throw error;
  }
}

/** As `eth_signTransaction` takes it. */
export function wireTransaction(unsigned: Transaction, from: string) {
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
