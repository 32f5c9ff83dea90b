/** The ways in which chains write bytes as an address. A checksum proves the spelling, never the content: see `read-address.ts`. */
import { sha256 } from '@noble/hashes/sha2.js';
import { base32nopad, base64url, bech32, bech32m, createBase58check } from '@scure/base';
import {
  decodeAccountID,
  isValidClassicAddress,
  xAddressToClassicAddress,
} from 'ripple-address-codec';

/** All of these throw, or give undefined, for what is not of their form. */
export type Bytes = Uint8Array | undefined;

const base58check = createBase58check(sha256);
const HASH_BYTES = 20;

/** A hash of 20 bytes after one of these version bytes. */
export function base58Hash(given: string, versions: readonly number[]): Bytes {
  const bytes = base58check.decode(given);
  const isHash = bytes.length === 1 + HASH_BYTES && versions.includes(bytes[0]!);
  return isHash ? bytes.subarray(1) : undefined;
}

/** The address of a hash of 20 bytes, with its version byte. */
export const writeBase58Hash = (version: number, hash: Uint8Array): string =>
  base58check.encode(Uint8Array.of(version, ...hash));

/** Longer than the 90 characters of Bitcoin: Cardano's addresses are bech32 too. */
const BECH32_MAX = 128;
type Bech32 = `${string}1${string}`;

/** The bytes after `<prefix>1`, without a version. */
export function bech32Bytes(given: string, prefix: string): Bytes {
  const decoded = bech32.decode(given as Bech32, BECH32_MAX);
  return decoded.prefix === prefix ? bech32.fromWords(decoded.words) : undefined;
}

/**
 * The program of a segregated witness: version 0 of 20 or 32 bytes in bech32 (BIP 173), version 1 of 32 bytes in bech32m (BIP 350, 341).
 * Later versions have no rule yet: anyone may spend what is sent there.
 */
export function witnessProgram(given: string, prefix: string): Bytes {
  const isTaproot = given.toLowerCase().startsWith(`${prefix}1p`);
  const format = isTaproot ? bech32m : bech32;
  const { prefix: found, words } = format.decode(given as Bech32, 90);
  const [version, ...rest] = words;
  if (found !== prefix || version !== (isTaproot ? 1 : 0)) return undefined;
  const program = format.fromWords(rest);
  const lengths = isTaproot ? [32] : [20, 32];
  return lengths.includes(program.length) ? program : undefined;
}

/** A classic address, or an X-address of the main network with or without a tag. */
export function rippleAccount(given: string): Bytes {
  if (isValidClassicAddress(given)) return decodeAccountID(given);
  const { classicAddress, test } = xAddressToClassicAddress(given);
  return test ? undefined : decodeAccountID(classicAddress);
}

/** CRC-16/XMODEM, the checksum of Stellar's and TON's addresses. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

/** Splits off a checksum of two bytes; undefined where it is wrong. */
function withoutCrc(bytes: Uint8Array, order: 'high first' | 'low first'): Bytes {
  const body = bytes.subarray(0, -2);
  const [first = 0, second = 0] = bytes.subarray(-2);
  const stated = order === 'high first' ? (first << 8) | second : (second << 8) | first;
  return stated === crc16(body) ? body : undefined;
}

const STELLAR_ACCOUNT = 6 << 3;
const STELLAR_MUXED = 12 << 3;

/** The key of an account `G…`, or of a muxed account `M…` with its id behind it (SEP-23). */
export function stellarKey(given: string): Bytes {
  const body = withoutCrc(base32nopad.decode(given), 'low first');
  const length = body?.length;
  const isAccount = body?.[0] === STELLAR_ACCOUNT && length === 1 + 32;
  const isMuxed = body?.[0] === STELLAR_MUXED && length === 1 + 32 + 8;
  return isAccount || isMuxed ? body.subarray(1) : undefined;
}

/** Bounceable, and not; the test network adds 0x80. */
const TON_TAGS = [0x11, 0x51];
/** The workchain of accounts, and the masterchain (−1). */
const TON_WORKCHAINS = [0x00, 0xff];

/** The hash in a user-friendly address, in the URL-safe alphabet (TEP-2). */
export function tonAccount(given: string): Bytes {
  const body = withoutCrc(base64url.decode(given), 'high first');
  if (body?.length !== 2 + 32) return undefined;
  const [tag = 0, workchain = 0] = body;
  return TON_TAGS.includes(tag) && TON_WORKCHAINS.includes(workchain)
    ? body.subarray(2)
    : undefined;
}
