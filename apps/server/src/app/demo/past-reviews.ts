/** What the two operators did before the first start. */
import { operatorReviewCalls } from '@tern/protocol/operator';
import { paperAccounts } from '../../features/account/auth/index.ts';
import type { PastServer } from './past-server.ts';

/** The reviews that are open, by id. */
export async function reviewsOf(
  server: PastServer,
  filter: { kind: string; memberId: number },
): Promise<number[]> {
  const [operator] = paperAccounts.operators;
  const { list } = await server.call(operatorReviewCalls.list, filter, operator);
  return list.filter(({ state }) => state === 'open').map(({ ID }) => ID);
}

/** Both operators look at the review, claim and approve it, one after the other. */
export async function approve(server: PastServer, ID: number): Promise<void> {
  const stages = ['first', 'second'] as const;
  for (const [index, stage] of stages.entries()) {
    const by = paperAccounts.operators[index]!;
    const { rereview } = await server.call(operatorReviewCalls.find, { ID }, by);
    await server.call(operatorReviewCalls.claim, { ID }, by);
    const { hash } = rereview;
    await server.call(operatorReviewCalls.approve, { ID, stage, hash, acknowledged: true }, by);
  }
}
