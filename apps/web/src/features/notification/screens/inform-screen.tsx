/** The member's notices, newest first, and marking all of them read. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { bellIcon, NavBar, ScreenBody, ScreenHeader, StateBlock, TextButton } from '@tern/ui';
import { PagedList, rowsOf } from '../../../kernel/paged-list.tsx';
import { useRefresh } from '../../../kernel/refresh.ts';
import { useReportError } from '../../../kernel/report-error.ts';
import { useUnreadNotices } from '../../../kernel/unread-notices.ts';
import { useI18n } from '../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../platform/navigation/links.ts';
import { noticesQuery, readAllNotices } from '../api.ts';
import { NoticeRow } from '../parts/notice-row.tsx';
import styles from '../parts/notice.module.css';

export function InformScreen() {
  const { t, language } = useI18n();
  const back = useBack();
  const refresh = useRefresh();
  const query = useInfiniteQuery(noticesQuery(language));
  const newest = rowsOf(query.data)[0]?.ID;
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('notification.title')} back={back} />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        {newest !== undefined && <UnreadBar newest={newest} />}
        <PagedList
          query={query}
          renderRow={(notice) => <NoticeRow notice={notice} />}
          empty={
            <StateBlock
              kind="empty"
              icon={bellIcon}
              title={t('notification.none')}
              text={t('notification.noneHint')}
            />
          }
        />
      </ScreenBody>
    </>
  );
}

/** How many are unread, and the way to leave none; nothing while there is none. */
function UnreadBar({ newest }: { newest: number }) {
  const { t } = useI18n();
  const report = useReportError();
  const count = useUnreadNotices();
  if (count === 0) return null;
  return (
    <div className={styles.bar}>
      <span role="status">{t('common.unread', { count })}</span>
      <TextButton onPress={() => void readAllNotices(newest).catch(report)}>
        {t('notification.markAllRead')}
      </TextButton>
    </div>
  );
}
