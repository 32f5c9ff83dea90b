/** Blocks a member: one operator can do so once and for three days, two of them permanently (ADR 24). */
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { blocksOfMember, confirmBlock, putBlock } from '../store-customers.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

export type BlockAct = 'freeze' | 'ban' | 'unverify';

export const BLOCK_HOURS_MAX = 72;

export interface BlockInput {
  memberId: number;
  act: BlockAct;
  operatorId: number;
  /** Until it ends automatically; at most 72. */
  hours: number;
  /** Whether the member is already frozen, banned or unverified. */
  isBlocked: boolean;
}

/**
 * Stores the block; call with the member locked. A ban or a revoked verification becomes final when another operator
 * repeats it. Returns its automatic end (epoch ms), undefined when it is now final.
 * Fails with: second-person-needed for the operator of the last, unconfirmed block; already-decided when it is already
 * final.
 */
export async function blockMember(
  tx: Tx,
  input: BlockInput,
  at: number,
): Promise<number | undefined> {
  const { memberId, act, operatorId, hours, isBlocked } = input;
  const blocks = await tx.many(blocksOfMember, [memberId]);
  const [last] = blocks;
  if (isBlocked && act !== 'freeze') {
    const open = blocks.find((block) => block.act === act && block.endedAt === null);
    if (open === undefined || open.until === null) throw new Refusal('already-decided');
    if (open.operatorId === operatorId) throw new Refusal('second-person-needed');
    await tx.run(confirmBlock, [memberId, act, operatorId]);
    return undefined;
  }
  if (last?.operatorId === operatorId && last.confirmedBy === null)
    throw new Refusal('second-person-needed');
  const until = at + Math.min(hours, BLOCK_HOURS_MAX) * HOUR_MS;
  await tx.run(putBlock, [memberId, act, operatorId, until, at]);
  return until;
}
