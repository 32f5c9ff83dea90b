/** Reads addresses of chain families: their own alphabet, length and checksum, and the one spelling each is kept in. Pure (rules §6). */
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
/** One version byte and a hash of 20. */
const HASH_BYTES = 21;

/** False for what throws while it is decoded, and for what decodes to something else. */
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
  // Without the prefix it could be meant for another chain.
  evm: (address) => address.startsWith('0x') && isAddress(address),
  tron: (address) => isBase58(address, [0x41]),
  solana: (address) => decodes(() => base58.decode(address).length === SOLANA_KEY_BYTES),
  ripple: (address) => isValidClassicAddress(address) || isValidXAddress(address),
  cardano: (address) => isBech32(address, 'addr'),
  cosmos: (address) => isBech32(address, 'cosmos'),
  move: (address) => /^0x[0-9a-f]{64}$/i.test(address),
};

/** No key leads to that many zeros: such addresses are made up, or part of the chain itself. */
const NOBODYS_BYTES = 18;
const beginsWithZeros = (payload: Uint8Array) =>
  payload.subarray(0, NOBODYS_BYTES).every((byte) => byte === 0);

const isNobodyInHex = (address: string) => /^0x0{36}/.test(address);
/** A zero is written `q`; in front of what is hashed stands a version at most. */
const isNobodyInBech32 = (address: string) => /1.{0,2}q{28}/.test(address);
/** The first byte says the kind of address. */
const isNobodyInBase58 = (address: string) =>
  decodes(() => beginsWithZeros(base58check.decode(address).subarray(1)));
const isNobodyOfBitcoinKind = (address: string) =>
  isNobodyInBase58(address) || isNobodyInBech32(address);

function isNobodyInRipple(address: string): boolean {
  const isClassic = isValidClassicAddress(address);
  const classic = isClassic ? address : xAddressToClassicAddress(address).classicAddress;
  return beginsWithZeros(decodeAccountID(classic));
}

/** Nobody holds its key: what is sent there is lost. */
const nobodys: Record<AddressFamily, (address: string) => boolean> = {
  bitcoin: isNobodyOfBitcoinKind,
  litecoin: isNobodyOfBitcoinKind,
  dogecoin: isNobodyInBase58,
  evm: isNobodyInHex,
  tron: isNobodyInBase58,
  solana: (address) => beginsWithZeros(base58.decode(address)),
  ripple: isNobodyInRipple,
  cardano: isNobodyInBech32,
  cosmos: isNobodyInBech32,
  move: isNobodyInHex,
};

const toLowerCase = (address: string) => address.toLowerCase();
/** Only whole in one case; the other forms of these chains tell capitals apart. */
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
 * The one spelling in which an address is kept, shown and compared: of EVM chains the one with checksum, else
 * small letters where case says nothing. Nothing when no such address can exist, or when it is nobody's.
 */
export function readAddress(family: AddressFamily, given: string): string | undefined {
  if (!checks[family](given)) return undefined;
  const address = spellings[family]?.(given) ?? given;
  return nobodys[family](address) ? undefined : address;
}
