/** Validates addresses by chain family (alphabet, length, checksum) and normalises them to one form. Pure (rules §6). */
import { createHash } from 'node:crypto';
import { base58, bech32, createBase58check } from '@scure/base';
import { Network, validate } from 'bitcoin-address-validation';
import { getAddress, isAddress } from 'ethers';
import {
  decodeAccountID,
  isValidClassicAddress,
  isValidXAddress,
  xAddressToClassicAddress,
} from 'ripple-address-codec';

export type AddressFamily =
  | 'bitcoin'
  | 'litecoin'
  | 'dogecoin'
  | 'evm'
  | 'tron'
  | 'solana'
  | 'ripple'
  | 'cardano'
  | 'cosmos'
  | 'move';

const base58check = createBase58check((data: Uint8Array) =>
  createHash('sha256').update(data).digest(),
);

const SOLANA_KEY_BYTES = 32;
/** One version byte and a hash of 20 bytes. */
const HASH_BYTES = 21;

/** False if decoding throws or gives something else. */
function decodes(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

const isBase58 = (address: string, versions: readonly number[]) =>
  decodes(() => {
    const bytes = base58check.decode(address);
    return bytes.length === HASH_BYTES && versions.includes(bytes[0]!);
  });

const isBech32 = (address: string, prefix: string) =>
  decodes(() => bech32.decode(address as `${string}1${string}`, false).prefix === prefix);

const checks: Record<AddressFamily, (address: string) => boolean> = {
  bitcoin: (address) => validate(address, Network.mainnet),
  litecoin: (address) => isBase58(address, [0x30, 0x32]) || isBech32(address, 'ltc'),
  dogecoin: (address) => isBase58(address, [0x1e, 0x16]),
  // Without the prefix it could belong to another chain.
  evm: (address) => address.startsWith('0x') && isAddress(address),
  tron: (address) => isBase58(address, [0x41]),
  solana: (address) => decodes(() => base58.decode(address).length === SOLANA_KEY_BYTES),
  ripple: (address) => isValidClassicAddress(address) || isValidXAddress(address),
  cardano: (address) => isBech32(address, 'addr'),
  cosmos: (address) => isBech32(address, 'cosmos'),
  move: (address) => /^0x[0-9a-f]{64}$/i.test(address),
};

/** No key leads to this many zeros: such addresses are made up, or belong to the chain itself. */
const UNOWNED_ZERO_BYTES = 18;
const beginsWithZeros = (payload: Uint8Array) =>
  payload.subarray(0, UNOWNED_ZERO_BYTES).every((byte) => byte === 0);

const isUnownedHex = (address: string) => /^0x0{36}/.test(address);
/** A zero is written `q`; at most a version precedes the hash. */
const isUnownedBech32 = (address: string) => /1.{0,2}q{28}/.test(address);
/** The first byte is the kind of address. */
const isUnownedBase58 = (address: string) =>
  decodes(() => beginsWithZeros(base58check.decode(address).subarray(1)));
const isUnownedBitcoin = (address: string) => isUnownedBase58(address) || isUnownedBech32(address);

function isUnownedRipple(address: string): boolean {
  const isClassic = isValidClassicAddress(address);
  const classic = isClassic ? address : xAddressToClassicAddress(address).classicAddress;
  return beginsWithZeros(decodeAccountID(classic));
}

/** Burn addresses: coins sent there are lost. */
const isUnowned: Record<AddressFamily, (address: string) => boolean> = {
  bitcoin: isUnownedBitcoin,
  litecoin: isUnownedBitcoin,
  dogecoin: isUnownedBase58,
  evm: isUnownedHex,
  tron: isUnownedBase58,
  solana: (address) => beginsWithZeros(base58.decode(address)),
  ripple: isUnownedRipple,
  cardano: isUnownedBech32,
  cosmos: isUnownedBech32,
  move: isUnownedHex,
};

const toLowerCase = (address: string) => address.toLowerCase();
/** Bech32 ignores case; the other forms of these chains do not. */
const lowerBech32 =
  (...prefixes: string[]) =>
  (address: string) =>
    prefixes.some((prefix) => toLowerCase(address).startsWith(prefix))
      ? toLowerCase(address)
      : address;

const spellings: Partial<Record<AddressFamily, (address: string) => string>> = {
  bitcoin: lowerBech32('bc1'),
  litecoin: lowerBech32('ltc1'),
  evm: getAddress,
  cardano: toLowerCase,
  cosmos: toLowerCase,
  move: toLowerCase,
};

/**
 * The normal form in which an address is stored, shown and compared: with checksum on EVM chains, in lower case where case
 * does not matter. Undefined for an invalid address and for a burn address.
 */
export function readAddress(family: AddressFamily, given: string): string | undefined {
  if (!checks[family](given)) return undefined;
  const address = spellings[family]?.(given) ?? given;
  return isUnowned[family](address) ? undefined : address;
}
