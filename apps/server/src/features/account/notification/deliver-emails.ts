/** Turns due email deliveries of notices into outgoing messages, each in the transaction that removes the delivery. */
import { memberById } from '../../../kernel/members/members.ts';
import {
  finishDelivery,
  lockDueEmails,
  postponeDelivery,
} from '../../../kernel/messaging/notice-deliveries.ts';
import { categoryChannels, categoryOf, linkOf } from '../../../kernel/messaging/notice-kinds.ts';
import { queueMessage, wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { processDue } from '../../../kernel/schedule/process-due.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { DeliveryDeps } from './deliver-pushes.ts';
import { holdUntil, wanted } from './due-notice.ts';
import { noticeEmail } from './notice-messages.ts';
import { noticeText } from './notice-text.ts';

const BATCH = 50;

/** One email for each notice, however many instances run. */
export async function deliverEmails(deps: DeliveryDeps): Promise<void> {
  await processDue(deps, BATCH, async (tx, { at, size }) => {
    const due = await lockDueEmails(tx, { at, limit: size });
    for (const delivery of due) await writeEmail(tx, { deps, delivery, at });
    return due.length;
  });
  wakeDelivery(deps.bus);
}

type EmailDelivery = Awaited<ReturnType<typeof lockDueEmails>>[number];

async function writeEmail(
  tx: Tx,
  { deps, delivery, at }: { deps: DeliveryDeps; delivery: EmailDelivery; at: number },
): Promise<void> {
  const notice = wanted(delivery);
  const member = notice && (await memberById(tx, delivery.memberId));
  // Nobody reads what is addressed to a closed account.
  if (notice === undefined || member === undefined || member.closedAt !== null)
    return finishDelivery(tx, delivery.id);
  const category = categoryOf(notice.kind, notice.about);
  const until = await holdUntil(tx, { memberId: member.id, category }, at);
  if (until !== undefined) return postponeDelivery(tx, { id: delivery.id, until });
  const lang = langOf(member.lang);
  const letter = noticeEmail(
    {
      notice: noticeText(notice, lang),
      category,
      link: linkOf(notice),
      isLocked: categoryChannels[category].email.isLocked,
      publicUrl: deps.publicUrl,
      mode: deps.mode,
    },
    lang,
  );
  const recipient = member.email;
  await queueMessage(tx, { channel: 'email', recipient, ...letter, purpose: 'notice' }, at);
  await finishDelivery(tx, delivery.id);
}
