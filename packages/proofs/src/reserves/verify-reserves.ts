/** Verifies a file of reserves: the snapshot, each block, wallet and balance, and whether what is held covers what is owed. */
import { type Amount, formatDecimal, SCALE } from '@tern/money';
import { type LiabilitiesLeaf, parseLiabilitiesEntry } from '../liabilities/snapshot-leaf.ts';
import type { Checkpoint, LogTrust } from '../log/checkpoint.ts';
import { openNote } from '../log/signed-note.ts';
import type { VerifierKey } from '../log/verifier-key.ts';
import { verifyReceipt } from '../receipts/verify-receipt.ts';
import { parseBankBalances } from './bank-balances.ts';
import {
  type Holding,
  parseReserves,
  type ReserveChain,
  type ReservesFile,
  type ReserveWallet,
} from './reserves-file.ts';
import {
  balancePlace,
  type BlockHeader,
  provenAccount,
  provenNumber,
  readHeader,
} from './state-proof.ts';
import { challengeText, fromHex, walletOf } from './wallet-challenge.ts';

/** What a verifier knows from elsewhere, because no file can prove it. */
export interface ReservesTrust extends LogTrust {
  /** Hashes of blocks that are in their chains, 0x and 64 digits: anyone can make up a header. */
  readonly blocks: ReadonlySet<string>;
  /** What counts as an asset, as of `holdingName`: a contract that anyone deploys can name itself like one. */
  readonly holdings: ReadonlySet<string>;
  /** Keys of auditors whose word on money at banks is taken. */
  readonly auditors: readonly VerifierKey[];
}

/** What an item is about; "unknown" is a holding that the verifier does not know, so that it proves nothing. */
export type ReservesPart =
  | 'file'
  | 'receipt'
  | 'snapshot'
  | 'block'
  | 'wallet'
  | 'balance'
  | 'unknown'
  | 'bank'
  | 'cover';

export interface ReservesItem {
  readonly about: ReservesPart;
  readonly name: string;
  readonly pass: boolean;
  /** The reason, in English. */
  readonly why: string;
}

const SECOND_MS = 1_000;
/** Between the snapshot and a block: our choice, some tries of a node that does not answer. */
const HOUR_MS = 3_600_000;
/** Between what an auditor declares and the snapshot: our choice, as accounts are audited monthly. */
const BANK_AGE_MS = 31 * 24 * HOUR_MS;

/** `USDT 1 0xdac1…1ec7 6 2`: asset, chain, contract, places, slot of its balances; `ETH 1 coin`. */
export function holdingName(
  chainId: number,
  holding: Omit<Holding, 'account' | 'storage'>,
): string {
  const { asset, contract, decimals, slot } = holding;
  return contract === null
    ? `${asset} ${chainId} coin`
    : `${asset} ${chainId} ${contract} ${decimals} ${slot}`;
}

/** Coins and tokens of large chains, as their issuers publish them. */
export const KNOWN_HOLDINGS: readonly string[] = [
  'ETH 1 coin',
  'USDT 1 0xdac17f958d2ee523a2206206994597c13d831ec7 6 2',
  'USDC 1 0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48 6 9',
  'BNB 56 coin',
  'USDT 56 0x55d398326f99059ff775485246999027b3197955 18 1',
];

/** What is owed of an asset, and what of it the file proves or a known auditor declares. */
export interface AssetCover {
  readonly asset: string;
  readonly owed: Amount;
  readonly held: Amount;
}

export interface VerifiedReserves {
  /** The file is proven when all pass. One that cannot be read has a single item. */
  readonly items: readonly ReservesItem[];
  /** Each asset that is owed; empty unless the receipt is that of the file's snapshot. */
  readonly assets: readonly AssetCover[];
  /** The snapshot's entry of the log, whose totals `assets` repeats. */
  readonly entry: Uint8Array | undefined;
}

/** Runs every check on the text of a file. */
export function verifyReserves(text: string, trust: ReservesTrust): VerifiedReserves {
  const file = parseReserves(text);
  if (file === undefined) {
    return withoutAssets([
      failed({ about: 'file', name: 'file' }, 'not a file of reserves of version 1'),
    ]);
  }
  const { items: found, receipt, checkpoint } = verifyReceipt(file.liabilities, trust);
  const items = found.map((item): ReservesItem => ({ about: 'receipt', ...item }));
  const leaf = receipt?.kind === 'entry' ? parseLiabilitiesEntry(receipt.entry) : undefined;
  if (leaf?.snapshot !== file.snapshot || checkpoint === undefined) {
    const why = `the receipt is not that of snapshot ${file.snapshot} of liabilities`;
    return withoutAssets([...items, failed(SNAPSHOT, why)]);
  }
  const held = new Map<string, bigint>();
  const bound = { file, leaf, checkpoint, trust, held };
  const ofChains = file.chains.flatMap((chain) => chainItems(bound, chain));
  const ofBanks = bankItems(bound);
  const assets = leaf.assets.map(({ asset, total }) => ({
    asset,
    owed: total,
    held: (held.get(asset) ?? 0n) as Amount,
  }));
  return {
    items: [
      ...items,
      passed(SNAPSHOT, `number ${leaf.snapshot}, after round ${leaf.round}`),
      ...ofChains,
      ...ofBanks,
      ...assets.map(coverItem),
    ],
    assets,
    entry: receipt?.entry,
  };
}

const withoutAssets = (items: readonly ReservesItem[]): VerifiedReserves => ({
  items,
  assets: [],
  entry: undefined,
});

export interface NamedBlock {
  readonly chainId: number;
  readonly number: number;
  /** 0x and 64 digits. */
  readonly hash: string;
}

/** The blocks that a file names, to be looked up in their chains; none when it cannot be read. */
export function blocksOfReserves(text: string): NamedBlock[] {
  return (parseReserves(text)?.chains ?? []).flatMap(({ chainId, header: spelt }) => {
    const bytes = fromHex(spelt);
    const header = bytes && readHeader(bytes);
    return header === undefined ? [] : [{ chainId, number: header.number, hash: header.hash }];
  });
}

interface Bound {
  readonly file: ReservesFile;
  readonly leaf: LiabilitiesLeaf;
  readonly checkpoint: Checkpoint;
  readonly trust: ReservesTrust;
  /** Units of 10^-18 by asset: what is proven is added. */
  readonly held: Map<string, bigint>;
}

function chainItems(bound: Bound, chain: ReserveChain): ReservesItem[] {
  const block = { about: 'block', name: `block of ${chain.network}` } as const;
  const bytes = fromHex(chain.header);
  const header = bytes && readHeader(bytes);
  if (header === undefined) return [failed(block, 'the header of the block cannot be read')];
  const fault = blockFault(bound, header);
  if (fault !== undefined) return [failed(block, fault)];
  const seconds = Math.round((header.at - bound.leaf.at) / SECOND_MS);
  const wallets = chain.wallets.flatMap((wallet) => walletItems(bound, { chain, header, wallet }));
  return [
    passed(block, `number ${header.number}, ${header.hash}, ${seconds} s after the snapshot`),
    ...wallets,
  ];
}

function blockFault({ leaf, trust }: Bound, { hash, number, at }: BlockHeader): string | undefined {
  if (!trust.blocks.has(hash))
    return `no chain that was asked has block ${number} with hash ${hash}`;
  return Math.abs(at - leaf.at) > HOUR_MS
    ? `block ${number} is more than an hour from the snapshot`
    : undefined;
}

interface Placed {
  readonly chain: ReserveChain;
  readonly header: BlockHeader;
  readonly wallet: ReserveWallet;
}

function walletItems(bound: Bound, placed: Placed): ReservesItem[] {
  const { chain, header, wallet } = placed;
  const { address, signature, holdings } = wallet;
  const { checkpoint, file } = bound;
  const { chainId } = chain;
  const text = challengeText({
    checkpoint,
    snapshot: file.snapshot,
    chainId,
    block: header.hash,
    address,
  });
  const signed = { about: 'wallet', name: `wallet of ${chain.network}` } as const;
  if (walletOf(text, signature) !== address) {
    return [failed(signed, `${address} did not sign for this checkpoint, snapshot and block`)];
  }
  const items = holdings.map((holding) => holdingItem(bound, placed, holding));
  return [passed(signed, `${address} signed for this checkpoint, snapshot and block`), ...items];
}

function holdingItem({ trust, held }: Bound, placed: Placed, holding: Holding): ReservesItem {
  const { chain, header, wallet } = placed;
  const name = `${holding.asset} on ${chain.network}`;
  const described = holdingName(chain.chainId, holding);
  if (!trust.holdings.has(described)) {
    return failed({ about: 'unknown', name }, `not known to you: "${described}"`);
  }
  const units = unitsOf(header, wallet.address, holding);
  if (units === undefined)
    return failed({ about: 'balance', name }, 'the block does not have this balance');
  const decimals = holding.contract === null ? SCALE : holding.decimals;
  const amount = units * 10n ** BigInt(SCALE - decimals);
  held.set(holding.asset, (held.get(holding.asset) ?? 0n) + amount);
  return passed(
    { about: 'balance', name },
    `${formatDecimal(amount as Amount)} in the block's state`,
  );
}

function unitsOf(header: BlockHeader, owner: string, holding: Holding): bigint | undefined {
  const [nodes, storage] = [bytesOf(holding.account), bytesOf(holding.storage)];
  const account = provenAccount(header.stateRoot, holding.contract ?? owner, nodes);
  if (account === undefined) return undefined;
  if (holding.contract === null) return account.balance;
  return provenNumber(account.storageRoot, balancePlace(owner, BigInt(holding.slot ?? 0)), storage);
}

const bytesOf = (nodes: readonly string[]): Uint8Array[] =>
  nodes.map((node) => fromHex(node) ?? new Uint8Array());

/** Declared, not proven: it is worth as much as the auditor's word. */
function bankItems({ file, leaf, trust, held }: Bound): ReservesItem[] {
  if (file.bank === null) return [];
  const bank = { about: 'bank', name: 'bank' } as const;
  const opened = openNote(file.bank, trust.auditors);
  const declared = opened && parseBankBalances(opened.text);
  if (opened === undefined || declared === undefined) {
    return [failed(bank, 'no auditor that is known to you signed such balances')];
  }
  if (declared.at > leaf.at || leaf.at - declared.at > BANK_AGE_MS) {
    return [failed(bank, 'the balances are not of the 31 days before the snapshot')];
  }
  for (const { asset, amount } of declared.balances) {
    held.set(asset, (held.get(asset) ?? 0n) + amount);
  }
  const days = Math.floor((leaf.at - declared.at) / (24 * HOUR_MS));
  const who = opened.verified.map(({ key }) => key.name).join(', ');
  const what = declared.balances.map(({ asset, amount }) => `${formatDecimal(amount)} ${asset}`);
  return [passed(bank, `${what.join(', ')}, ${days} days before the snapshot, declared by ${who}`)];
}

function coverItem({ asset, owed, held }: AssetCover): ReservesItem {
  const why = `held ${formatDecimal(held)}, owed ${formatDecimal(owed)}`;
  return { about: 'cover', name: `${asset} covers`, pass: held >= owed, why };
}

type Subject = Pick<ReservesItem, 'about' | 'name'>;

const SNAPSHOT: Subject = { about: 'snapshot', name: 'snapshot' };

const passed = (subject: Subject, why: string): ReservesItem => ({ ...subject, pass: true, why });
const failed = (subject: Subject, why: string): ReservesItem => ({ ...subject, pass: false, why });
