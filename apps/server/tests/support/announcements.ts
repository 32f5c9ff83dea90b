/** Announcements on a test server: written by one person, agreed by another. */
import type { OperatorInput } from '@tern/protocol/operator/client';
import type { Console } from './operator-client.ts';

export const WORDS = {
  title: 'Withdrawals pause on Sunday',
  body: 'From 08:00 to 09:00 UTC.\n- Deposits go on.',
};

export type Begun = OperatorInput<'POST /operator/announcement/begin'>;

/** Begins a draft. Gives its number. */
export async function begin(desk: Console, token: string, more: Partial<Begun> = {}) {
  const input = { cate: 1, ...WORDS, ...more };
  return (await desk.data('POST /operator/announcement/begin', input, token)).ID;
}

/** The draft with everything that operators see of it. */
export async function draftOf(desk: Console, token: string, ID: number) {
  return (await desk.data('GET /operator/announcement/find', { ID }, token)).reannouncement;
}

/** Proposes the draft as it is. Gives the number of the review. */
export async function propose(
  desk: Console,
  token: string,
  given: { ID: number; publishAt?: string },
) {
  const { revision } = await draftOf(desk, token, given.ID);
  const input = { ...given, revision, reason: 'Members should know in time.' };
  return (await desk.data('POST /operator/announcement/propose', input, token)).reviewId;
}

/** Claims the review and approves what it shows, warnings and all. */
export async function agree(desk: Console, token: string, ID: number) {
  await desk.data('POST /operator/review/claim', { ID }, token);
  const { rereview } = await desk.data('GET /operator/review/find', { ID }, token);
  const approval = { ID, stage: 'second' as const, hash: rereview.hash, acknowledged: true };
  return desk.call('POST /operator/review/approve', approval, token);
}
