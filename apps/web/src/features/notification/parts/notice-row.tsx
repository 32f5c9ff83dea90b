/** One notice of the list: title, time, and whether it was read. */
import { MessageRow } from '../../../kernel/message-row.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { Notice } from '../api.ts';
import { isUrgent } from '../notice-groups.ts';
import { iconOf } from '../notice-icon.ts';

export function NoticeRow({ notice }: { notice: Notice }) {
  const t = useT();
  const to = useLinks();
  const { ID, title, content, CreatedAt, isRead } = notice;
  return (
    <MessageRow
      link={to(pages.notificationDetail, { id: String(ID) })}
      icon={iconOf(notice)}
      isUrgent={isUrgent(notice)}
      title={title}
      text={content}
      at={CreatedAt}
      unread={isRead ? undefined : t('notification.unread')}
    />
  );
}
