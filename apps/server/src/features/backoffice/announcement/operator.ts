/** Announcements on the operators' wire: calls to use cases and back. */
import { operatorAnnouncementCalls } from '@tern/protocol/operator';
import { NEWS } from '../../../kernel/events/live-feed.ts';
import { pageOf } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Bus } from '../../../platform/bus.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { type EditionDeps, proposeEdition, withdrawEdition } from './propose-edition.ts';
import { listDrafts, showDraft } from './show-drafts.ts';
import { beginDraft, writeDraft } from './write-draft.ts';
import { blocksOf } from './markup.ts';

/** Epoch ms; null when absent. @throws invalid-request for a date that does not exist */
function timeIn(text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new Refusal('invalid-request', { fields: ['publishAt'] });
  return at;
}

export function announcementOperatorRoutes(deps: EditionDeps & { bus: Bus }): Route[] {
  const { database } = deps;
  return [
    route(operatorAnnouncementCalls.announcements, ({ input }) => {
      const cate = input.cate === undefined ? null : Number(input.cate);
      return listDrafts(database, { cate, page: pageOf(input) });
    }),
    route(operatorAnnouncementCalls.findAnnouncement, async ({ input }) => ({
      reannouncement: await showDraft(database, Number(input.ID)),
    })),
    route(operatorAnnouncementCalls.previewAnnouncement, async ({ input }) => ({
      blocks: blocksOf(input.body),
    })),
    route(operatorAnnouncementCalls.beginAnnouncement, (context) =>
      beginDraft(deps, actorOf(context), context.input),
    ),
    route(operatorAnnouncementCalls.writeAnnouncement, async (context) => {
      const { ID, ...words } = context.input;
      const written = { ...words, id: Number(ID) };
      return { revision: await writeDraft(deps, actorOf(context), written) };
    }),
    route(operatorAnnouncementCalls.proposeAnnouncement, async (context) => {
      const { ID, revision, reason } = context.input;
      const publishAt = timeIn(context.input.publishAt);
      const proposal = { id: Number(ID), revision, publishAt, reason };
      return { reviewId: await proposeEdition(deps, actorOf(context), proposal) };
    }),
    route(operatorAnnouncementCalls.takeBackAnnouncement, async (context) => {
      const { ID, what, reason } = context.input;
      await withdrawEdition(deps, actorOf(context), { id: Number(ID), what, reason });
      if (what === 'published') deps.bus.publish(NEWS, null);
      return {};
    }),
  ];
}
