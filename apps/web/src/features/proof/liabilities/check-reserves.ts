/** Fetches the file of reserves of a total and verifies it on this device; the verifier is loaded on demand. */
import type { LogTrust } from '@tern/proofs';
import type { ReservesPart } from '@tern/proofs/reserves';
import { fetchFile } from '../../../platform/http/fetch-file.ts';

const FILE_BYTES_MAX = 2_000_000;
const CHECKS = ['bound', 'walletsSigned', 'inBlocks'] as const;

export interface CoveredAsset {
  readonly asset: string;
  /** Exact decimals. */
  readonly held: string;
  readonly owed: string;
  readonly isCovered: boolean;
}

export interface CheckedReserves {
  /** In the order of the screen, without those that had nothing to check. */
  readonly checks: readonly {
    readonly name: (typeof CHECKS)[number];
    readonly pass: boolean;
    /** The verifier's own sentence, in English: of the first failure, or of the last success. */
    readonly why: string;
  }[];
  /** All that is owed. */
  readonly assets: readonly CoveredAsset[];
  /** Which block a chain has, this device cannot see. */
  readonly blocks: readonly {
    /** By its number: what the file calls it could be any other. */
    readonly chain: string;
    readonly number: number;
    readonly hash: string;
  }[];
  /** Holdings that this device does not know, and so does not count: "USDT on TRC20". */
  readonly unknown: readonly string[];
  /** Whether an auditor declares money at banks, which this device does not count. */
  readonly isBankDeclared: boolean;
}

export interface OfTotal {
  readonly snapshot: number;
  /** The total's entry of the log, as in the member's own receipt. */
  readonly entry: Uint8Array;
  readonly trust: LogTrust;
}

/**
 * Undefined when no file was published for the total. Coins and contracts count only if this app names them; an auditor's key is
 * nothing that it could know.
 */
export async function checkReserves({
  snapshot,
  entry,
  trust,
}: OfTotal): Promise<CheckedReserves | undefined> {
  const [{ blocksOfReserves, KNOWN_HOLDINGS, verifyReserves }, { formatDecimal }, bytes] =
    await Promise.all([
      import('@tern/proofs/reserves'),
      import('@tern/money'),
      fetchFile(`/log/reserves/${snapshot}.json`, { bytesMax: FILE_BYTES_MAX }),
    ]);
  if (bytes === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  const blocks = blocksOfReserves(text);
  const {
    items,
    assets,
    entry: named,
  } = verifyReserves(text, {
    ...trust,
    blocks: new Set(blocks.map(({ hash }) => hash)),
    holdings: new Set(KNOWN_HOLDINGS),
    auditors: [],
  });
  const found = (parts: readonly ReservesPart[]) => {
    const own = items.filter(({ about }) => parts.includes(about));
    return own.find(({ pass }) => !pass) ?? own.at(-1);
  };
  const bound = found(['file', 'receipt', 'snapshot']);
  const otherTotal = { pass: false, why: 'the file is about another total than your receipt' };
  const checks = {
    bound: bound?.pass === true && !isSame(named, entry) ? otherTotal : bound,
    walletsSigned: found(['block', 'wallet']),
    inBlocks: found(['balance']),
  };
  return {
    checks: CHECKS.flatMap((name) => {
      const { pass, why } = checks[name] ?? {};
      // Money at banks alone has no wallet.
      return pass === undefined || why === undefined ? [] : [{ name, pass, why }];
    }),
    assets: assets.map(({ asset, held, owed }) => ({
      asset,
      held: formatDecimal(held),
      owed: formatDecimal(owed),
      isCovered: held >= owed,
    })),
    blocks: blocks.map(({ chainId, number, hash }) => ({
      chain: chainName(chainId),
      number,
      hash,
    })),
    unknown: items.filter(({ about }) => about === 'unknown').map(({ name }) => name),
    isBankDeclared: items.some(({ about }) => about === 'bank'),
  };
}

/** Of the chains that `KNOWN_HOLDINGS` are on. */
const CHAINS: Readonly<Record<number, string>> = { 1: 'Ethereum', 56: 'BNB Smart Chain' };
const chainName = (chainId: number) => CHAINS[chainId] ?? `chain ${chainId}`;

const isSame = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one?.length === other.length && one.every((byte, index) => byte === other[index]);
