/** What a wallet signs to show that its key is at hand: one text for one checkpoint, block and snapshot (EIP-191). */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { checkpointText, type Checkpoint } from '../log/checkpoint.ts';
import { plainBytes } from '../log/plain-bytes.ts';

export interface WalletChallenge {
  /** The one under which the snapshot's receipt is. */
  readonly checkpoint: Checkpoint;
  readonly snapshot: number;
  readonly chainId: number;
  /** 0x and 64 digits. */
  readonly block: string;
  /** 0x and 40 digits in lower case. */
  readonly address: string;
}

/** Shape: header, the checkpoint's three lines, then snapshot, chain, block and wallet. A newline ends each line. */
export function challengeText(challenge: WalletChallenge): string {
  const { checkpoint, snapshot, chainId, block, address } = challenge;
  const bound = `snapshot ${snapshot}\nchain ${chainId}\nblock ${block}\nwallet ${address}\n`;
  return `tern reserves 1\n${checkpointText(checkpoint)}${bound}`;
}

const SIGNATURE = /^0x([0-9a-f]{128})(1b|1c)$/;
const FIRST_RECOVERY = 27;

/** The wallet that signed a text. Shape: `signature` is 0x and r, s, v. Undefined when it is no signature. */
export function walletOf(text: string, signature: string): string | undefined {
  const [, numbers = '', last = ''] = SIGNATURE.exec(signature) ?? [];
  if (numbers === '') return undefined;
  const message = plainBytes(text);
  const prefix = `Ethereum Signed Message:\n${message.length}`;
  const digest = keccak_256(concatBytes(Uint8Array.of(0x19), plainBytes(prefix), message));
  try {
    const recovery = Number.parseInt(last, 16) - FIRST_RECOVERY;
    const signed = secp256k1.Signature.fromHex(numbers, 'compact').addRecoveryBit(recovery);
    const key = signed.recoverPublicKey(digest).toBytes(false).subarray(1);
    return `0x${bytesToHex(keccak_256(key)).slice(-40)}`;
  } catch {
    // Numbers out of range, or no point of the curve.
    return undefined;
  }
}

/** The bytes of 0x and pairs of digits in lower case; undefined for other text. */
export function fromHex(text: unknown): Uint8Array | undefined {
  return typeof text === 'string' && /^0x(?:[0-9a-f]{2})+$/.test(text)
    ? hexToBytes(text.slice(2))
    : undefined;
}
