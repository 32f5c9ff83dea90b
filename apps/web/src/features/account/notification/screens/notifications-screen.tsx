/** The member's notices by day and group, and marking all as read. */
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  bellIcon,
  Chip,
  IconButton,
  NavBar,
  slidersIcon,
  ScreenBody,
  ScreenHeader,
  StateBlock,
  TextButton,
} from '@tern/ui';
import { useState } from 'react';
import { DayGroups, MessageRow } from '../../../../kernel/messages.tsx';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useReportError } from '../../../../kernel/report-error.ts';
import { useUnreadNotices } from '../../../../kernel/unread-notices.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import {
  type Notice,
  type NoticeCategory,
  type NoticeGroup,
  noticesQuery,
  readAllNotices,
} from '../api.ts';
import { foldDay, noticeGroups } from '../notice-groups.ts';
import { iconOf } from '../notice-icon.ts';
import styles from '../parts/notice.module.css';

export function NotificationsScreen() {
  const { t } = useI18n();
  const back = useBack();
  const to = useLinks();
  const refresh = useRefresh();
  const [group, setGroup] = useState<NoticeGroup>();
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('notification.title')}
          back={back}
          action={
            <IconButton
              icon={slidersIcon}
              label={t('notification.preferencesTitle')}
              {...to(pages.notificationPreferences)}
            />
          }
        />
        <div className={styles.chips} role="group" aria-label={t('notification.kinds')}>
          <Chip isOn={group === undefined} onPress={() => setGroup(undefined)}>
            {t('notification.all')}
          </Chip>
          {noticeGroups.map((each) => (
            <Chip key={each} isOn={group === each} onPress={() => setGroup(each)}>
              {t(`notification.${each}`)}
            </Chip>
          ))}
        </div>
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <Notices key={group ?? 'all'} group={group} />
      </ScreenBody>
    </>
  );
}

function Notices({ group }: { group: NoticeGroup | undefined }) {
  const { t, language } = useI18n();
  const query = useInfiniteQuery(noticesQuery(language, group));
  return (
    <PagedList
      query={query}
      renderRow={(notice) => <NoticeRow notice={notice} />}
      renderRows={(rows) => (
        <DayGroups
          rows={rows}
          renderDay={(ofDay) => <Day rows={ofDay} />}
          // Marks everything up to the newest notice, including other groups.
          aside={group === undefined && <MarkRead newest={rows[0]?.ID ?? 0} />}
        />
      )}
      empty={
        group === undefined ? (
          <StateBlock
            kind="empty"
            icon={bellIcon}
            title={t('notification.none')}
            text={t('notification.noneHint')}
          />
        ) : (
          <StateBlock kind="empty" icon={bellIcon} title={t('notification.noneOfKind')} />
        )
      }
    />
  );
}

/** Title, time, and whether it was read. */
function NoticeRow({ notice }: { notice: Notice }) {
  const t = useT();
  const to = useLinks();
  const { ID, title, content, CreatedAt, isRead } = notice;
  return (
    <MessageRow
      link={to(pages.notificationDetail, { id: String(ID) })}
      icon={iconOf(notice)}
      isUrgent={notice.isUrgent && !isRead}
      title={title}
      text={content}
      at={CreatedAt}
      unread={isRead ? undefined : t('notification.unread')}
    />
  );
}

function Day({ rows }: { rows: readonly Notice[] }) {
  const t = useT();
  const [opened, setOpened] = useState<ReadonlySet<NoticeCategory>>(new Set());
  return foldDay(rows, opened).map((item) =>
    item.type === 'row' ? (
      <li key={item.notice.ID}>
        <NoticeRow notice={item.notice} />
      </li>
    ) : (
      <li key={item.category} className={styles.more}>
        <TextButton isFlush onPress={() => setOpened(new Set([...opened, item.category]))}>
          {t('notification.more', { count: item.count })}
        </TextButton>
      </li>
    ),
  );
}

/** The unread count with a button to mark all as read; hidden when there are none. */
function MarkRead({ newest }: { newest: number }) {
  const t = useT();
  const report = useReportError();
  const count = useUnreadNotices();
  if (count === 0) return null;
  return (
    <TextButton isFlush onPress={() => void readAllNotices(newest).catch(report)}>
      {count < COUNTED_MAX ? t('notification.markRead', { count }) : t('notification.markAllRead')}
    </TextButton>
  );
}

/** The server stops counting here. */
const COUNTED_MAX = 100;
