/** Which addresses can exist on a chain, by its family; and the one form in which each is stored, shown and compared. Pure. */
import { base58 } from '@scure/base';
import { getAddress } from 'ethers/address';
import {
  base58Hash,
  bech32Bytes,
  type Bytes,
  rippleAccount,
  stellarKey,
  tonAccount,
  witnessProgram,
  writeBase58Hash,
} from './formats.ts';

/** What an address stands for: a hash, a key or a name, without its version. Throws, or gives undefined, for an impossible one. */
type ReadContent = (given: string) => Bytes;

const either =
  (...ways: readonly ReadContent[]): ReadContent =>
  (given) => {
    for (const way of ways) {
      const content = orUndefined(way, given);
      if (content !== undefined) return content;
    }
    return undefined;
  };

const hexBytes = (given: string) =>
  Uint8Array.from(given.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Mixed case is the checksum (EIP-55). Without the prefix it could belong to another chain. */
const evmAccount: ReadContent = (given) =>
  given.startsWith('0x') ? hexBytes(getAddress(given)) : undefined;

const moveAccount: ReadContent = (given) =>
  /^0x[0-9a-f]{64}$/i.test(given) ? hexBytes(given) : undefined;

const solanaKey: ReadContent = (given) => {
  const key = base58.decode(given);
  return key.length === 32 ? key : undefined;
};

const cosmosAccount: ReadContent = (given) => {
  const account = bech32Bytes(given, 'cosmos');
  return account?.length === 20 || account?.length === 32 ? account : undefined;
};

/** Bytes after the header, by its kind (CIP-19): with a stake key or script, and without. Pointers are no longer followed. */
const CARDANO_LENGTHS = [56, 56, 56, 56, undefined, undefined, 28, 28] as const;
const CARDANO_MAIN = 1;

const cardanoPayment: ReadContent = (given) => {
  const bytes = bech32Bytes(given, 'addr');
  const header = bytes?.[0];
  if (bytes === undefined || header === undefined) return undefined;
  const isMain = (header & 0x0f) === CARDANO_MAIN;
  return isMain && bytes.length - 1 === CARDANO_LENGTHS[header >> 4]
    ? bytes.subarray(1)
    : undefined;
};

/** A name that people choose; those of the system belong to nobody. */
const eosAccount: ReadContent = (given) =>
  /^(?!eosio(\.|$))[a-z1-5](?:[a-z1-5.]{0,10}[a-z1-5])?$/.test(given)
    ? Uint8Array.from(given, (letter) => letter.codePointAt(0)!)
    : undefined;

const base58Of =
  (...versions: readonly number[]): ReadContent =>
  (given) =>
    base58Hash(given, versions);
const witnessOf =
  (prefix: string): ReadContent =>
  (given) =>
    witnessProgram(given, prefix);

const asGiven = (given: string) => given;
const toLowerCase = (given: string) => given.toLowerCase();
/** Bech32 ignores case; the other forms of these chains do not. */
const lowerBech32 = (prefix: string) => (given: string) =>
  toLowerCase(given).startsWith(prefix) ? toLowerCase(given) : given;

const TRON = 0x41;

/** The TRON address of an account, which is the 20 bytes that an EVM address has too. */
export const tronAddress = (account: Uint8Array): string => writeBase58Hash(TRON, account);

/** The 20 bytes of a TRON address. @throws Error for anything else */
export function tronAccount(address: string): Uint8Array {
  const account = base58Hash(address, [TRON]);
  if (account === undefined) throw new Error(`${address} is no TRON address`);
  return account;
}

interface Family {
  content: ReadContent;
  /** The normal spelling of an address that can exist. */
  spell: (given: string) => string;
}

const families = {
  bitcoin: { content: either(base58Of(0x00, 0x05), witnessOf('bc')), spell: lowerBech32('bc1') },
  litecoin: { content: either(base58Of(0x30, 0x32), witnessOf('ltc')), spell: lowerBech32('ltc1') },
  dogecoin: { content: base58Of(0x1e, 0x16), spell: asGiven },
  evm: { content: evmAccount, spell: getAddress },
  tron: { content: base58Of(TRON), spell: asGiven },
  solana: { content: solanaKey, spell: asGiven },
  ripple: { content: rippleAccount, spell: asGiven },
  cardano: { content: cardanoPayment, spell: toLowerCase },
  cosmos: { content: cosmosAccount, spell: toLowerCase },
  move: { content: moveAccount, spell: toLowerCase },
  stellar: { content: stellarKey, spell: asGiven },
  ton: { content: tonAccount, spell: asGiven },
  eos: { content: eosAccount, spell: asGiven },
} satisfies Record<string, Family>;

export type AddressFamily = keyof typeof families;

export const addressFamilies = Object.keys(families) as AddressFamily[];

export const isAddressFamily = (name: string): name is AddressFamily =>
  Object.hasOwn(families, name);

function orUndefined(content: ReadContent, given: string): Bytes {
  try {
    return content(given);
  } catch {
    return undefined;
  }
}

/** No key leads to this many zeros: such addresses are made up, or belong to the chain itself. */
const UNOWNED_ZERO_BYTES = 18;
const isUnowned = (content: Uint8Array) =>
  content.length >= UNOWNED_ZERO_BYTES &&
  content.subarray(0, UNOWNED_ZERO_BYTES).every((byte) => byte === 0);

/** Longer than any address; nothing longer is decoded. */
const LENGTH_MAX = 128;

/**
 * The normal form in which an address is stored, shown and compared: with checksum on EVM chains, in lower case where case does not
 * matter. Undefined for an address that cannot exist on the chain's main network, and for one that nobody owns (coins sent there are
 * lost).
 */
export function readAddress(family: AddressFamily, given: string): string | undefined {
  if (given.length > LENGTH_MAX) return undefined;
  const { content, spell } = families[family];
  const found = orUndefined(content, given);
  return found === undefined || isUnowned(found) ? undefined : spell(given);
}
