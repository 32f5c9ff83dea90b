/** The file of reserves: what wallets held in a block near a snapshot of liabilities, with all that proves it (docs/features/proof/reserves.md). */
import { parseStrictJson } from '../strict-json.ts';
import { fromHex } from './wallet-challenge.ts';

/** A balance above zero. Bytes are 0x and digits in lower case. */
export interface Holding {
  readonly asset: string;
  /** The token's contract; null is the chain's coin. */
  readonly contract: string | null;
  /** Places of the smallest unit. */
  readonly decimals: number;
  /** Where the contract's mapping of balances is, a whole number; null is the chain's coin. */
  readonly slot: string | null;
  /** Nodes from the state root to the contract, or to the wallet for the coin. */
  readonly account: readonly string[];
  /** Nodes from the contract's storage root to the balance; none for the coin. */
  readonly storage: readonly string[];
}

export interface ReserveWallet {
  readonly address: string;
  /** Of the challenge, by the wallet's key. */
  readonly signature: string;
  readonly holdings: readonly Holding[];
}

/** One chain, at one block. */
export interface ReserveChain {
  readonly network: string;
  readonly chainId: number;
  /** The block's header in RLP. */
  readonly header: string;
  readonly wallets: readonly ReserveWallet[];
}

export interface ReservesFile {
  readonly format: typeof RESERVES_FORMAT;
  readonly snapshot: number;
  /** The receipt of the snapshot's entry, a tlog-proof: total of what is owed of each asset, and the checkpoint. */
  readonly liabilities: string;
  readonly chains: readonly ReserveChain[];
  /** What an auditor declares of money at banks, a signed note (`bank-balances.ts`); null without any. */
  readonly bank: string | null;
}

export const RESERVES_FORMAT = 'tern reserves 1';
/** Of the document in the public log. */
export const RESERVES_KIND = 'reserves';

export const formatReserves = (file: ReservesFile): string => `${JSON.stringify(file)}\n`;

const LIST_MAX = 100;
const DECIMALS_MAX = 18;

/** Undefined unless it is exactly such a file, with each chain, wallet, asset and contract once in its list. */
export function parseReserves(text: string): ReservesFile | undefined {
  try {
    const value = parseStrictJson(text);
    return isReserves(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

/** Whether it has exactly these fields. */
const hasFields = (value: unknown, checks: Readonly<Record<string, Check>>): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === Object.keys(checks).length &&
  Object.entries(checks).every(([name, check]) => check((value as Fields)[name]));

const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= LIST_MAX && value.every(check);

/** Whether no two records have the same value, null apart. */
const isUnique = (list: unknown, name: string): boolean => {
  const values = (list as Fields[]).map((each) => each[name]);
  return new Set(values).size === values.length;
};

const isWhole: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isCode: Check = (value) => typeof value === 'string' && /^[A-Z0-9]{1,20}$/.test(value);
const isText: Check = (value) => typeof value === 'string';
const isBytes: Check = (value) => fromHex(value) !== undefined;
const isAddress: Check = (value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value);
const isSlot: Check = (value) =>
  typeof value === 'string' && /^(?:0|[1-9]\d{0,77})$/.test(value) && BigInt(value) >> 256n === 0n;
const isNothing: Check = (value) => value === null;
const isNodes = isListOf(isBytes);

const isHolding: Check = (value) => {
  const isCoin = (value as Fields | null)?.['contract'] === null;
  return hasFields(value, {
    asset: isCode,
    contract: isCoin ? isNothing : isAddress,
    decimals: (places) => isWhole(places) && (places as number) <= DECIMALS_MAX,
    slot: isCoin ? isNothing : isSlot,
    account: isNodes,
    storage: isNodes,
  });
};

const isWallet: Check = (value) =>
  hasFields(value, {
    address: isAddress,
    signature: isBytes,
    holdings: (list) =>
      isListOf(isHolding)(list) && isUnique(list, 'asset') && isUnique(list, 'contract'),
  });

const isChain: Check = (value) =>
  hasFields(value, {
    network: isCode,
    chainId: isWhole,
    header: isBytes,
    wallets: (list) => isListOf(isWallet)(list) && isUnique(list, 'address'),
  });

function isReserves(value: unknown): value is ReservesFile {
  return hasFields(value, {
    format: (format) => format === RESERVES_FORMAT,
    snapshot: isWhole,
    liabilities: isText,
    chains: (list) => isListOf(isChain)(list) && isUnique(list, 'chainId'),
    bank: (note) => note === null || isText(note),
  });
}
