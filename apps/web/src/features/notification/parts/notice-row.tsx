/** One notice of the list: what it is about, when, and whether it was read. */
import { classNames, DateText, Icon, Pressable, VisuallyHidden } from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { Notice } from '../api.ts';
import { iconOf } from '../notice-icon.ts';
import styles from './notice.module.css';

export function NoticeRow({ notice }: { notice: Notice }) {
  const t = useT();
  const to = useLinks();
  const { ID, title, CreatedAt, isRead } = notice;
  return (
    <Pressable {...to(pages.notificationDetail, { id: String(ID) })} className={styles.row}>
      <span className={styles.mark}>
        <Icon of={iconOf(notice)} size={20} />
      </span>
      <span className={styles.words}>
        <span className={classNames(styles.title, !isRead && styles.unread)}>{title}</span>
        <span className={styles.time}>
          <DateText at={CreatedAt} />
        </span>
      </span>
      {!isRead && (
        <span className={styles.dot}>
          <VisuallyHidden>{t('notification.unread')}</VisuallyHidden>
        </span>
      )}
    </Pressable>
  );
}
