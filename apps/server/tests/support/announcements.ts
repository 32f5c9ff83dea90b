/** Announcements on a test server: written by one person, agreed by another. */
import type { OperatorInput } from '@tern/protocol/operator/client';
import type { Console } from './operator-client.ts';

export const WORDS = {
  title: 'Withdrawals pause on Sunday',
  body: 'From 08:00 to 09:00 UTC.\n- Deposits go on.',
};

export type Begun = OperatorInput<'POST /operator/announcement/begin'>;

/** Begins a draft. Gives its number. */
export async function begin(consoleApi: Console, token: string, more: Partial<Begun> = {}) {
  const input = { cate: 1, ...WORDS, ...more };
  return (await consoleApi.data('POST /operator/announcement/begin', input, token)).ID;
}

/** The draft with everything that operators see of it. */
export async function draftOf(consoleApi: Console, token: string, ID: number) {
  return (await consoleApi.data('GET /operator/announcement/find', { ID }, token)).reannouncement;
}

/** Proposes the draft as it is. Gives the number of the review. */
export async function propose(
  consoleApi: Console,
  token: string,
  given: { ID: number; publishAt?: string },
) {
  const { revision } = await draftOf(consoleApi, token, given.ID);
  const input = { ...given, revision, reason: 'Members should know in time.' };
  return (await consoleApi.data('POST /operator/announcement/propose', input, token)).reviewId;
}

/** Claims the review and approves what it shows, warnings and all. */
export async function agree(consoleApi: Console, token: string, ID: number) {
  await consoleApi.data('POST /operator/review/claim', { ID }, token);
  const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, token);
  const approval = { ID, stage: 'second' as const, hash: rereview.hash, acknowledged: true };
  return consoleApi.call('POST /operator/review/approve', approval, token);
}
