/** Publishes approved editions at their time, each once, also after downtime. */
import { logAct } from '../../kernel/operators/audit-log.ts';
import { NEWS } from '../../kernel/events/live-feed.ts';
import type { Bus } from '../../platform/bus.ts';
import { dueEditions, moveEdition, replacePublished, setPublished } from './store.ts';
import type { DraftDeps } from './write-draft.ts';

export async function publishDue({
  database,
  clock,
  bus,
}: DraftDeps & { bus: Bus }): Promise<void> {
  const published = await database.transaction(async (tx) => {
    const at = clock.now();
    const due = await tx.many(dueEditions, [at]);
    for (const { id, announcementId, publishAt } of due) {
      await tx.run(replacePublished, [announcementId]);
      await tx.run(moveEdition, [id, 'agreed', 'published', null]);
      await tx.run(setPublished, [announcementId, publishAt]);
      const subject = `announcement:${announcementId}`;
      const detail = { edition: id };
      await logAct(tx, { actor: undefined, action: 'announcement.publish', subject, detail }, at);
    }
    return due.length;
  });
  if (published > 0) bus.publish(NEWS, null);
}
