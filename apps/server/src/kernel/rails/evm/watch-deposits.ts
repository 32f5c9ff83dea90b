/** Reads a chain block by block, behind its confirmations, and reports what was paid to addresses of ours. */
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { DepositSeen } from '../rail.ts';
import type { ChainBlock } from './chain.ts';
import { type FindDeps, findDeposits } from './find-deposits.ts';
import { advanceRailChain, railChain, railNetwork } from './store.ts';

export interface WatchDeps extends FindDeps {
  clock: Clock;
  log: Log;
}

type Receive = (deposit: DepositSeen) => Promise<void>;

export interface DepositWatch {
  start(receive: Receive): void;
  /** Waits for the block under way. */
  stop(): Promise<void>;
  /**
   * Why nothing may leave: a block that had all its confirmations was replaced, which stops the reading for good, or
   * nobody knows yet, after a start, whether one was.
   */
  halted(): string | undefined;
}

/**
 * Only blocks with all their confirmations are read, each once, each upon the one before it: a shorter re-organisation
 * is never noticed. A deeper one stops the reading until people have looked (ADR 30).
 */
export function createDepositWatch(deps: WatchDeps): DepositWatch {
  const { log, settings } = deps;
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();
  let isStopped = false;
  let halted: string | undefined;
  let isSilent = false;
  let isBegun = false;
  let isAsRead = false;

  const pass = async (receive: Receive): Promise<void> => {
    try {
      isAsRead ||= await standsAsRead(deps);
      while (!isStopped && halted === undefined && (await readNext(receive))) {
        // The next block is due at once.
      }
      isSilent = false;
    } catch (error) {
      if (!isSilent) log.warn({ err: error, network: settings.network }, 'a chain is not read');
      isSilent = true;
    }
  };

  /** Gives whether there was a block to read. */
  const readNext = async (receive: Receive): Promise<boolean> => {
    const next = await nextBlock(deps);
    if (next === undefined) return false;
    if ('replaced' in next) {
      halted = next.replaced;
      log.error({ network: settings.network }, `deposits are no longer read: ${halted}`);
      return false;
    }
    for (const deposit of await findDeposits(deps, next.block)) await receive(deposit);
    await advance(deps, next.upon, next.block);
    return true;
  };

  const turn = (receive: Receive): void => {
    underWay = pass(receive).then(() => {
      if (isStopped || halted !== undefined) return;
      timer = setTimeout(() => turn(receive), settings.pollMs);
    });
  };

  return {
    start(receive) {
      isBegun = true;
      turn(receive);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
    halted: () => halted ?? (isBegun && !isAsRead ? 'the chain was not looked at yet' : undefined),
  };
}

async function standsAsRead({ database, chain, settings }: WatchDeps): Promise<boolean> {
  const head = await chain.head();
  const { height, hash } = await database.one(railChain, [settings.network]);
  if (height === null) return true;
  return head >= height && (await chain.block(height))?.hash === hash;
}

type Next = { block: ChainBlock; upon: string | null } | { replaced: string };

/** Undefined when none has all its confirmations yet. */
async function nextBlock({ database, chain, settings }: WatchDeps): Promise<Next | undefined> {
  const { network } = settings;
  const { confirmations } = await database.one(railNetwork, [network]);
  const { height, hash } = await database.one(railChain, [network]);
  const last = (await chain.head()) - confirmations + 1;
  // No address was given out yet, so nothing can have arrived before.
  const wanted = height === null ? Math.max(last, 0) : height + 1;
  if (wanted > Math.max(last, 0)) return undefined;
  const block = await chain.block(wanted);
  if (block === undefined) return undefined;
  if (hash === null || block.parentHash === hash) return { block, upon: hash };
  const again = await chain.block(wanted - 1);
  // Several nodes behind one address may stand at different forks for a moment.
  if (again === undefined || again.hash === hash) return undefined;
  const what = `block ${wanted - 1} of ${network} was ${hash} with ${confirmations} confirmations`;
  return { replaced: `${what} and is ${again.hash} now` };
}

/** Does nothing when another program has read the block meanwhile. */
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
