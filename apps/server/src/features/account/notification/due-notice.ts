/** Whether a delivery is still wanted, and until when quiet hours hold it. */
import type { NoticeCategory } from '../../../kernel/messaging/notice-kinds.ts';
import { noticeSettings } from '../../../kernel/messaging/notice-preferences.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { quietUntil } from './quiet-hours.ts';

interface Joined {
  notificationId: number;
  kind: string | null;
  about: string | null;
  aboutId: number | null;
  values: Record<string, string> | null;
  readAt: number | null;
}

interface DueNotice {
  id: number;
  kind: string;
  about: string;
  aboutId: number;
  values: Record<string, string>;
}

/** Undefined if the notice was deleted, or the member has read it meanwhile. */
export function wanted(delivery: Joined): DueNotice | undefined {
  const { notificationId: id, kind, about, aboutId, values, readAt } = delivery;
  if (kind === null || about === null || aboutId === null || values === null) return undefined;
  return readAt === null ? { id, kind, about, aboutId, values } : undefined;
}

/** The end of the member's quiet hours, epoch ms; undefined outside of them. Security still comes through. */
export async function holdUntil(
  reader: Reader,
  { memberId, category }: { memberId: number; category: NoticeCategory },
  at: number,
): Promise<number | undefined> {
  if (category === 'security') return undefined;
  const { quiet, timeZone } = await noticeSettings(reader, memberId);
  return quiet && quietUntil(quiet, timeZone, at);
}
