/** Reads addresses of chain families: their own alphabet, length and checksum, and the one spelling each is kept in. Pure (rules §6). */
import { createHash } from 'node:crypto';
import { base58, bech32, createBase58check } from '@scure/base';
import { Network, validate } from 'bitcoin-address-validation';
import { getAddress, isAddress, ZeroAddress } from 'ethers';
import { isValidClassicAddress, isValidXAddress } from 'ripple-address-codec';

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

/** Nobody holds its key: what is sent there is lost. */
const isNobody = (address: string) => address === ZeroAddress || /^0x0{64}$/.test(address);

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
  return isNobody(address) ? undefined : address;
}
