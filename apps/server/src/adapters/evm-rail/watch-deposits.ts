/** Reads a chain block by block, behind its confirmations, and reports deposits and network fees. */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DepositSeen, NetworkFeeSeen, RailReports } from '../../kernel/rails/rail.ts';
import type { FeeFound } from './find-deposits.ts';
import { advanceRailChain, railChain, railNetwork } from './store.ts';

/** A block as any chain of blocks has it. */
export interface ReadBlock {
  height: number;
  hash: string;
  parentHash: string;
  /** Epoch ms; absent where no transaction expires by it. */
  time?: number;
}

/** A node, of which the watch reads blocks. */
export interface BlockSource<B extends ReadBlock> {
  /** The height of the newest block. */
  head(): Promise<number>;
  block(height: number): Promise<B | undefined>;
}

export interface WatchDeps<S extends BlockSource<B>, B extends ReadBlock> {
  database: Database;
  clock: Clock;
  log: Log;
  chain: S;
  /** Another node, which must report the same block and deposits; network fees count when it reports the same. Absent: `chain` alone is believed. */
  second: S | undefined;
  settings: { network: string; pollMs: number };
  /** The nodes give only blocks that are final: none waits for confirmations. */
  isFinal?: true;
  /** What a node says is in a block. */
  factsOf(node: S, block: B): Promise<FactsFound>;
}

export interface DepositWatch {
  start(reports: RailReports): void;
  /** Waits for the block being read. */
  stop(): Promise<void>;
  /**
   * Why nothing may be signed: a block with all its confirmations was replaced, which stops reading for good; two nodes report
   * different things, which ends when they agree; or, after a start, the last block has not been checked yet.
   */
  whyBlocked(): string | undefined;
}

/**
 * Reads only blocks with all their confirmations, each once, each after its parent. Shorter re-organisations therefore have
 * no effect; a deeper one stops reading until operators have looked (ADR 30).
 */
export function createDepositWatch<S extends BlockSource<B>, B extends ReadBlock>(
  deps: WatchDeps<S, B>,
): DepositWatch {
  const { log, settings } = deps;
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  let isStopped = false;
  let fault: string | undefined;
  let difference: string | undefined;
  let isFailing = false;
  let isStarted = false;
  let isVerified = false;

  const pass = async (reports: RailReports): Promise<void> => {
    try {
      isVerified ||= await isLastBlockUnchanged(deps);
      while (!isStopped && fault === undefined && (await readNext(reports))) {
        // The next block may already be there.
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error, network: settings.network }, 'a chain is not read');
      isFailing = true;
    }
  };

  /** Returns whether there was a block to read. */
  const readNext = async (reports: RailReports): Promise<boolean> => {
    const next = await nextBlock(deps);
    if (next === undefined) return false;
    if ('replaced' in next) {
      fault = next.replaced;
      log.error({ network: settings.network }, `deposits are no longer read: ${fault}`);
      return false;
    }
    const found = await agreedFacts(deps, next.block);
    if (found === undefined) return false;
    if ('difference' in found) {
      if (difference !== found.difference)
        log.error({ network: settings.network }, found.difference);
      ({ difference } = found);
      return false;
    }
    difference = undefined;
    for (const deposit of found.deposits) await reports.deposit(deposit);
    for (const fee of found.fees) await reports.fee(fee);
    await advance(deps, next.upon, next.block);
    return true;
  };

  const turn = (reports: RailReports): void => {
    current = pass(reports).then(() => {
      if (isStopped || fault !== undefined) return;
      timer = setTimeout(() => turn(reports), settings.pollMs);
    });
  };

  return {
    start(reports) {
      isStarted = true;
      turn(reports);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
    whyBlocked: () =>
      fault ??
      difference ??
      (isStarted && !isVerified ? 'the last block read was not verified yet' : undefined),
  };
}

async function isLastBlockUnchanged<B extends ReadBlock>({
  database,
  chain,
  settings,
}: WatchDeps<BlockSource<B>, B>): Promise<boolean> {
  const head = await chain.head();
  const { height, hash } = await database.one(railChain, [settings.network]);
  if (height === null) return true;
  return head >= height && (await chain.block(height))?.hash === hash;
}

type Next<B> = { block: B; upon: string | null } | { replaced: string };

/** Undefined when no further block has all its confirmations. */
async function nextBlock<S extends BlockSource<B>, B extends ReadBlock>({
  database,
  chain,
  settings,
  isFinal,
}: WatchDeps<S, B>): Promise<Next<B> | undefined> {
  const { network } = settings;
  const { confirmations } = await database.one(railNetwork, [network]);
  const { height, hash } = await database.one(railChain, [network]);
  const last = (await chain.head()) - (isFinal === true ? 0 : confirmations - 1);
  // Without a height there are no addresses yet, so nothing can have arrived before.
  const wanted = height === null ? Math.max(last, 0) : height + 1;
  if (wanted > Math.max(last, 0)) return undefined;
  const block = await chain.block(wanted);
  if (block === undefined) return undefined;
  if (hash === null || block.parentHash === hash) return { block, upon: hash };
  const again = await chain.block(wanted - 1);
  // Several nodes behind one URL may briefly be on different forks.
  if (again === undefined || again.hash === hash) return undefined;
  const what = `block ${wanted - 1} of ${network} was ${hash} with ${confirmations} confirmations`;
  return { replaced: `${what} and is ${again.hash} now` };
}

/**
 * Of a block, as both nodes report it. Undefined while the second does not have the block.
 * @throws RpcRefusal, RpcUnreachable of either node
 */
async function agreedFacts<S extends BlockSource<B>, B extends ReadBlock>(
  deps: WatchDeps<S, B>,
  block: B,
): Promise<Facts | { difference: string } | undefined> {
  const { second, settings } = deps;
  const facts = await deps.factsOf(deps.chain, block);
  if (second === undefined) return { ...facts, fees: knownFees(deps, facts.fees, facts.fees) };
  const other = await second.block(block.height);
  if (other === undefined) return undefined;
  const what = `two nodes of ${settings.network} differ about block ${block.height}`;
  if (other.hash !== block.hash) {
    return { difference: `${what}: ${block.hash} and ${other.hash}` };
  }
  const found = await deps.factsOf(second, other);
  if (!isDeepStrictEqual(found.deposits, facts.deposits)) {
    const counts = `${facts.deposits.length} and ${found.deposits.length}`;
    return { difference: `${what}: deposits (${counts}) that are not the same` };
  }
  return { ...facts, fees: knownFees(deps, facts.fees, found.fees) };
}

/** Fees of which both nodes say the same. The others block nothing: without them the next count of wallets has a difference. */
function knownFees(
  { log, settings: { network } }: { log: Log; settings: { network: string } },
  fees: readonly FeeFound[],
  others: readonly FeeFound[],
): NetworkFeeSeen[] {
  const known = fees.filter(
    (fee): fee is NetworkFeeSeen =>
      fee.amount !== undefined && others.some((other) => isDeepStrictEqual(other, fee)),
  );
  const all = new Set([...fees, ...others].map(({ txid }) => txid));
  const txids = [...all].filter((txid) => known.every((fee) => fee.txid !== txid));
  if (txids.length > 0) {
    log.error(
      { network, txids },
      'network fees that nodes do not say, or differ about, are not booked',
    );
  }
  return known;
}

/** What is reported of a block. */
interface Facts {
  deposits: DepositSeen[];
  fees: NetworkFeeSeen[];
}

/** The same as one node says it. */
export type FactsFound = Omit<Facts, 'fees'> & { fees: FeeFound[] };

/** Has no effect if another process has read the block meanwhile. */
async function advance<B extends ReadBlock>(
  { database, clock, settings }: WatchDeps<BlockSource<B>, B>,
  upon: string | null,
  to: B,
) {
  const at = clock.now();
  const { height, hash, time = null } = to;
  await database.transaction((tx) =>
    tx.run(advanceRailChain, [settings.network, upon, height, hash, at, time]),
  );
}
