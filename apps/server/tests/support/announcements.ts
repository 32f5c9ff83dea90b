/** Announcements on a test server: written by one operator, approved by another. */
import type { OperatorInput } from '@tern/protocol/operator/client';
import type { Console } from './operator-client.ts';

export const WORDS = {
  title: 'Withdrawals pause on Sunday',
  body: 'From 08:00 to 09:00 UTC.\n- Deposits go on.',
};

export type Begun = OperatorInput<'POST /operator/announcement/begin'>;

/** Starts a draft. Returns its id. */
export async function begin(consoleApi: Console, token: string, more: Partial<Begun> = {}) {
  const input = { cate: 1, ...WORDS, ...more };
  return (await consoleApi.data('POST /operator/announcement/begin', input, token)).ID;
}

/** The draft as shown to operators. */
export async function draftOf(consoleApi: Console, token: string, ID: number) {
  return (await consoleApi.data('GET /operator/announcement/find', { ID }, token)).reannouncement;
}

/** Proposes the draft unchanged. Returns the id of the review. */
export async function propose(
  consoleApi: Console,
  token: string,
  given: { ID: number; publishAt?: string },
) {
  const { revision } = await draftOf(consoleApi, token, given.ID);
  const input = { ...given, revision, reason: 'Members should know in time.' };
  return (await consoleApi.data('POST /operator/announcement/propose', input, token)).reviewId;
}

/** Claims the review and approves it, confirming its warnings. */
export async function agree(consoleApi: Console, token: string, ID: number) {
  await consoleApi.data('POST /operator/review/claim', { ID }, token);
  const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, token);
  const approval = { ID, stage: 'second' as const, hash: rereview.hash, acknowledged: true };
  return consoleApi.call('POST /operator/review/approve', approval, token);
}
