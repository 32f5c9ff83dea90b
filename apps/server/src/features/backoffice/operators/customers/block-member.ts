/** Stops a member and lifts the stop: one operator blocks for three days, two of them permanently (ADR 24). */
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { assertPermitted, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import {
  askToLift,
  type Block,
  blocksOfMember,
  confirmBlock,
  endBlock,
  putBlock,
} from '../store-customers.ts';

export type BlockAct = 'freeze' | 'ban' | 'unverify';

/** The right with which a block was set; who lifts it needs the same. */
export type BlockRight = 'support' | 'reviewer';

export const BLOCK_HOURS_MAX = 72;

export interface BlockInput {
  memberId: number;
  act: BlockAct;
  actor: Reviewer;
  /** Until it ends automatically; at most 72. */
  hours: number;
  /** The reason is suspicion: two people lift it. */
  isSuspicion: boolean;
  /** Whether the member is already frozen, banned or unverified. */
  isBlocked: boolean;
}

const runningBlock = (blocks: readonly Block[], wanted: BlockAct) =>
  blocks.find(({ act, endedAt }) => act === wanted && endedAt === null);

/**
 * Stores the block; call with the member locked. A ban or a revoked verification becomes final when another operator
 * repeats it. A renewed freeze never ends earlier, and never needs less to be lifted, than before. Returns its automatic
 * end (epoch ms), undefined when it is now final.
 * @throws second-person-needed for the operator of the last, unconfirmed block; already-decided when it is already final
 */
export async function blockMember(
  tx: Tx,
  input: BlockInput,
  at: number,
): Promise<number | undefined> {
  const { memberId, act, hours, isBlocked, actor } = input;
  const { operatorId } = actor;
  const blocks = await tx.many(blocksOfMember, [memberId]);
  const [last] = blocks;
  const running = runningBlock(blocks, act);
  const isByReviewer =
    actor.permissions.includes('customers.verify') || running?.setAs === 'reviewer';
  const setAs: BlockRight = isByReviewer ? 'reviewer' : 'support';
  const isSuspicion = input.isSuspicion || running?.isSuspicion === true;
  if (isBlocked && act !== 'freeze') {
    if (running === undefined || running.until === null) throw new Refusal('already-decided');
    if (running.operatorId === operatorId) throw new Refusal('second-person-needed');
    await tx.run(confirmBlock, [memberId, act, operatorId, setAs, isSuspicion]);
    return undefined;
  }
  if (last?.operatorId === operatorId && last.confirmedBy === null)
    throw new Refusal('second-person-needed');
  const ends = at + Math.min(hours, BLOCK_HOURS_MAX) * HOUR_MS;
  const until = Math.max(ends, running?.until ?? ends);
  await tx.run(putBlock, [memberId, act, operatorId, until, at, setAs, isSuspicion]);
  return until;
}

export interface LiftInput {
  memberId: number;
  act: BlockAct;
  actor: Reviewer;
  /** How long the first of two people's request stands, in hours. */
  firstHours: number;
}

/** A block of suspicion, or one that two people made permanent. */
export const isLiftedByTwo = ({ isSuspicion, confirmedBy }: Block): boolean =>
  isSuspicion || confirmedBy !== null;

/** Who asked to lift the block, if the request still stands. */
export function liftAskedBy({ liftBy, liftAt }: Block, at: number, hours: number): number | null {
  return liftAt !== null && liftAt > at - hours * HOUR_MS ? liftBy : null;
}

/**
 * Ends a block before its time; call with the member locked. Returns false when this was the first of the two people
 * that it takes.
 * @throws already-decided without a block, not-permitted without the right with which it was set, second-person-needed for
 * the one who asked first
 */
export async function liftBlock(tx: Tx, input: LiftInput, at: number): Promise<boolean> {
  const { memberId, act, actor, firstHours } = input;
  const block = runningBlock(await tx.many(blocksOfMember, [memberId]), act);
  if (block === undefined) throw new Refusal('already-decided');
  // Made final by two people: only new documents verify.
  if (act === 'unverify' && block.confirmedBy !== null) throw new Refusal('already-decided');
  if (block.setAs === 'reviewer') assertPermitted(actor, 'customers.verify');
  if (isLiftedByTwo(block)) {
    const askedBy = liftAskedBy(block, at, firstHours);
    if (askedBy === actor.operatorId) throw new Refusal('second-person-needed');
    if (askedBy === null) {
      await tx.run(askToLift, [memberId, act, actor.operatorId, at]);
      return false;
    }
  }
  await tx.run(endBlock, [memberId, act, at, actor.operatorId]);
  return true;
}
