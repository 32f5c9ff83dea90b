/** Reads a chain block by block, behind its confirmations, and reports deposits and network fees. */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { DepositSeen, NetworkFeeSeen, RailReports } from '../../kernel/rails/rail.ts';
import type { Chain, ChainBlock } from './chain.ts';
import { type FeeFound, type FindDeps, findDeposits, findFees } from './find-deposits.ts';
import { advanceRailChain, railChain, railNetwork } from './store.ts';

export interface WatchDeps extends FindDeps {
  clock: Clock;
  log: Log;
  /** Another node, which must report the same block and deposits; network fees count when it reports the same. Absent: `chain` alone is believed. */
  second: Chain | undefined;
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
export function createDepositWatch(deps: WatchDeps): DepositWatch {
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

async function isLastBlockUnchanged({ database, chain, settings }: WatchDeps): Promise<boolean> {
  const head = await chain.head();
  const { height, hash } = await database.one(railChain, [settings.network]);
  if (height === null) return true;
  return head >= height && (await chain.block(height))?.hash === hash;
}

type Next = { block: ChainBlock; upon: string | null } | { replaced: string };

/** Undefined when no further block has all its confirmations. */
async function nextBlock({ database, chain, settings }: WatchDeps): Promise<Next | undefined> {
  const { network } = settings;
  const { confirmations } = await database.one(railNetwork, [network]);
  const { height, hash } = await database.one(railChain, [network]);
  const last = (await chain.head()) - confirmations + 1;
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
async function agreedFacts(
  deps: WatchDeps,
  block: ChainBlock,
): Promise<Facts | { difference: string } | undefined> {
  const { second, settings } = deps;
  const facts = await factsOf(deps, block);
  if (second === undefined) return { ...facts, fees: knownFees(deps, facts.fees, facts.fees) };
  const other = await second.block(block.height);
  if (other === undefined) return undefined;
  const what = `two nodes of ${settings.network} differ about block ${block.height}`;
  if (other.hash !== block.hash) {
    return { difference: `${what}: ${block.hash} and ${other.hash}` };
  }
  const found = await factsOf({ ...deps, chain: second }, other);
  if (!isDeepStrictEqual(found.deposits, facts.deposits)) {
    const counts = `${facts.deposits.length} and ${found.deposits.length}`;
    return { difference: `${what}: deposits (${counts}) that are not the same` };
  }
  return { ...facts, fees: knownFees(deps, facts.fees, found.fees) };
}

/** Fees of which both nodes say the same. The others block nothing: without them the next count of wallets has a difference. */
function knownFees(
  { log, settings: { network } }: WatchDeps,
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

async function factsOf(
  deps: FindDeps,
  block: ChainBlock,
): Promise<Omit<Facts, 'fees'> & { fees: FeeFound[] }> {
  return { deposits: await findDeposits(deps, block), fees: await findFees(deps, block) };
}

/** Has no effect if another process has read the block meanwhile. */
async function advance(
  { database, clock, settings }: WatchDeps,
  upon: string | null,
  to: ChainBlock,
) {
  const at = clock.now();
  await database.transaction((tx) =>
    tx.run(advanceRailChain, [settings.network, upon, to.height, to.hash, at]),
  );
}
