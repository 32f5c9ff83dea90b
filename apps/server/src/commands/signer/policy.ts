/** What a signer signs: a file of the operator beside its keys, which nothing that asks for signatures can change (ADR 117). */
import { dirname, resolve } from 'node:path';
import { type Amount, type Decimal, notional, parseDecimal, type Price } from '@tern/money';
import { getAddress, isAddress } from 'ethers';
import { NATIVE_DECIMALS } from '../../adapters/evm-rail/token-contract.ts';
import { readKeyFile } from '../../platform/files/read-own-file.ts';

export interface SignedAsset {
  readonly asset: string;
  /** With checksum. Undefined: the chain's own coin. */
  readonly contract: string | undefined;
  readonly decimals: number;
  /** The most that leaves within 24 hours. */
  readonly cap: Amount;
  /** Of one unit, in the unit of `capInAll`. */
  readonly worth: Price;
}

export interface SignerPolicy {
  readonly chainId: number;
  readonly payingKeyFile: string;
  /** Undefined: it signs no sweeps. */
  readonly depositKeyFile: string | undefined;
  /** The treasury's address of the chain, which derives from the keys of deposits. */
  readonly treasury: string | undefined;
  /** Wallets of the exchange elsewhere, such as a cold one: what goes there is not counted. */
  readonly own: readonly string[];
  /** Units of gas, their price in gwei, and the most that all fees may cost within 24 hours, in the chain's coin. */
  readonly gas: { readonly maxGwei: number; readonly maxUnits: number; readonly cap: Amount };
  readonly assets: readonly SignedAsset[];
  /** The most that leaves within 24 hours of all assets, by their worth. */
  readonly capInAll: Amount;
}

type Fields = Readonly<Record<string, unknown>>;

/** Paths in it are relative to its folder. @throws Error that names the file and the field that is wrong */
export function readPolicy(path: string): SignerPolicy {
  const read = fieldReader(path, parsed(path)).only(FIELDS);
  const folder = dirname(resolve(path));
  const gas = read.below('gas').only(['maxGwei', 'maxUnits', 'cap']);
  const assets = read.below('assets');
  const depositKeyFile = read.optional('depositKeyFile');
  const treasury = read.optional('treasury');
  if (depositKeyFile !== undefined && treasury === undefined) throw read.fault('treasury');
  return {
    chainId: read.whole('chainId'),
    payingKeyFile: resolve(folder, read.text('payingKeyFile')),
    depositKeyFile: depositKeyFile && resolve(folder, depositKeyFile),
    treasury: treasury && read.address('treasury'),
    own: read.addresses('own'),
    gas: { maxGwei: gas.whole('maxGwei'), maxUnits: gas.whole('maxUnits'), cap: gas.amount('cap') },
    assets: assetsOf(assets),
    capInAll: read.amount('capInAll'),
  };
}

const FIELDS = [
  'chainId',
  'payingKeyFile',
  'depositKeyFile',
  'treasury',
  'own',
  'gas',
  'assets',
  'capInAll',
];

/** One chain has one coin, and one asset for a contract: a second would be counted as the first. */
function assetsOf(read: FieldReader): SignedAsset[] {
  const assets = read.names.map((asset) => assetOf(asset, read.below(asset)));
  for (const [index, { asset, contract }] of assets.entries()) {
    if (assets.findIndex((each) => each.contract === contract) !== index) {
      throw read.below(asset).fault('contract');
    }
  }
  return assets;
}

function assetOf(asset: string, given: FieldReader): SignedAsset {
  const read = given.only(['contract', 'decimals', 'cap', 'worth']);
  const contract = read.optional('contract') && read.address('contract');
  const decimals = read.whole('decimals');
  const isCoin = contract === undefined;
  if (decimals > NATIVE_DECIMALS || (isCoin && decimals !== NATIVE_DECIMALS)) {
    throw read.fault('decimals');
  }
  return { asset, contract, decimals, cap: read.amount('cap'), worth: read.amount<Price>('worth') };
}

function parsed(path: string): unknown {
  const text = readKeyFile(path);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`${path} is not JSON`, { cause: error });
  }
}

interface FieldReader {
  /** The same. @throws Error for a field of another name: a field misspelt would be one that is missing */
  only(names: readonly string[]): FieldReader;
  readonly names: readonly string[];
  fault(name: string): Error;
  text(name: string): string;
  optional(name: string): string | undefined;
  whole(name: string): number;
  /** Not below 0. */
  amount<Kind extends Decimal = Amount>(name: string): Kind;
  address(name: string): string;
  addresses(name: string): readonly string[];
  below(name: string): FieldReader;
}

function fieldReader(where: string, given: unknown): FieldReader {
  const fields = (typeof given === 'object' && given !== null ? given : {}) as Fields;
  const fault = (name: string) => new Error(`${where}: ${name} is missing or wrong`);
  const checked = <Value>(name: string, value: Value | undefined): Value => {
    if (value === undefined) throw fault(name);
    return value;
  };
  const addressIn = (value: unknown) =>
    typeof value === 'string' && value.startsWith('0x') && isAddress(value)
      ? getAddress(value)
      : undefined;
  const optional = (name: string) => {
    const value = fields[name];
    if (value === undefined) return undefined;
    return checked(name, typeof value === 'string' && value !== '' ? value : undefined);
  };
  return {
    only(names) {
      const unknown = Object.keys(fields).find((name) => !names.includes(name));
      if (unknown !== undefined) throw new Error(`${where}: ${unknown} is not known`);
      return this;
    },
    names: Object.keys(fields),
    fault,
    optional,
    text: (name) => checked(name, optional(name)),
    whole(name) {
      const value = fields[name];
      return checked(
        name,
        Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined,
      );
    },
    amount<Kind extends Decimal>(name: string) {
      const value = parseDecimal<Kind>(optional(name) ?? '');
      return checked(name, value !== undefined && value >= 0n ? value : undefined);
    },
    address: (name) => checked(name, addressIn(fields[name])),
    addresses(name) {
      const list = fields[name] ?? [];
      if (!Array.isArray(list)) throw fault(name);
      return list.map((each) => checked(name, addressIn(each)));
    },
    below: (name) => fieldReader(`${where}: ${name}`, fields[name]),
  };
}

/** Of an amount, in the unit of `capInAll`. */
export const worthOf = ({ worth }: SignedAsset, amount: Amount): Amount =>
  notional(worth, amount, 'up');
