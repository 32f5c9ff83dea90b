/** Unfreezes bought coins on their date, each once, also after downtime; members are notified. */
import { type Entry, recordTypes, transfer } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import { postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { notifyMany } from '../../../kernel/messaging/notifications.ts';
import { processDue } from '../../../kernel/schedule/process-due.ts';
import { subscriptionEvent } from './describe-offering.ts';
import { dueSubscriptions, setThawed, type StoredSubscription } from './store.ts';
import type { OfferingDeps } from './subscribe-offering.ts';

const BATCH = 200;

/** Releases all that are due. */
export function releaseDue(deps: OfferingDeps): Promise<void> {
  return processDue(deps, BATCH, async (tx, { at, size }) => {
    const due = await tx.many(dueSubscriptions, [at, size]);
    if (due.length === 0) return 0;
    await tx.run(setThawed, [due.map(({ id }) => id), at]);
    await notifyMany(tx, { about: 'subscription', groups: due.map(noticeOf) }, at);
    const events = due.map((each) => subscriptionEvent(deps, { ...each, thawedAt: at }));
    await postAndPublish(tx, due.map(entryOf), { at, events });
    return due.length;
  });
}

function noticeOf({ id, memberId, asset, quantity }: StoredSubscription) {
  return {
    kind: 'subscription.released' as const,
    values: { asset, amount: formatDecimal(quantity) },
    memberIds: [memberId],
    aboutIds: [id],
  };
}

function entryOf({ id, memberId: owner, asset, quantity: amount }: StoredSubscription): Entry {
  return {
    kind: recordTypes.subscribedAssetRelease,
    reference: `subscription:${id}`,
    postings: transfer({
      from: { owner, purpose: 'locked' },
      to: { owner, purpose: 'available' },
      asset,
      amount,
    }),
  };
}
