/** What stops a member's money: alone a person may do it for three days and once, for good only two may (ADR 24). */
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { blocksOfMember, confirmBlock, putBlock } from '../store-blocks.ts';

export type BlockAct = 'freeze' | 'ban' | 'unverify';

export const BLOCK_HOURS_MAX = 72;

export interface WantedBlock {
  memberId: number;
  act: BlockAct;
  operatorId: number;
  /** Until it ends by itself; at most 72. */
  hours: number;
  /** The member stands like that already. */
  isSo: boolean;
}

/**
 * Writes the block down; the member is locked. A ban or a verification taken away becomes final when another person
 * does the same again. Gives when it ends by itself (epoch ms), nothing when it is final now.
 * Fails with: 5032 for the one whose block was the last, confirmed by nobody; 5034 when it is final already.
 */
export async function blockMember(
  tx: Tx,
  wanted: WantedBlock,
  at: number,
): Promise<number | undefined> {
  const { memberId, act, operatorId, hours, isSo } = wanted;
  const blocks = await tx.many(blocksOfMember, [memberId]);
  const [last] = blocks;
  if (isSo && act !== 'freeze') {
    const open = blocks.find((block) => block.act === act && block.endedAt === null);
    if (open === undefined || open.until === null) throw new Refusal(5034);
    if (open.operatorId === operatorId) throw new Refusal(5032);
    await tx.run(confirmBlock, [memberId, act, operatorId]);
    return undefined;
  }
  if (last?.operatorId === operatorId && last.confirmedBy === null) throw new Refusal(5032);
  const until = at + Math.min(hours, BLOCK_HOURS_MAX) * HOUR_MS;
  await tx.run(putBlock, [memberId, act, operatorId, until, at]);
  return until;
}
