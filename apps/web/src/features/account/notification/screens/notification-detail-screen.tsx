/** One notice in full, with a link to its record. */
import { useQuery } from '@tanstack/react-query';
import { Button, DateText, ScreenBody, SkeletonText, Text } from '@tern/ui';
import { RecordScreen } from '../../../../kernel/record-screen.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator, usePageTitle } from '../../../../platform/navigation/current-page.ts';
import { type Notice, noticeQuery } from '../api.ts';
import { targetOf } from '../notice-target.ts';
import styles from '../parts/notice.module.css';

export function NotificationDetailScreen() {
  const t = useT();
  return (
    <RecordScreen
      title={t('notification.detailTitle')}
      isTitleHidden
      none={{
        title: t('notification.noneChosen'),
        label: t('notification.title'),
        page: pages.notifications,
      }}
      renderRecord={(id) => <Detail id={id} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  const { language } = useI18n();
  const query = useQuery(noticeQuery(id, language));
  return (
    <ScreenBody isPadded>
      <Loaded query={query} skeleton={<SkeletonText />}>
        {(notice) => <Article notice={notice} />}
      </Loaded>
    </ScreenBody>
  );
}

function Article({ notice }: { notice: Notice }) {
  const t = useT();
  const navigator = useNavigator();
  const target = targetOf(notice, navigator.routes);
  usePageTitle(notice.title);
  return (
    <article className={styles.article}>
      <h2>{notice.title}</h2>
      <p className={styles.time}>
        <DateText at={notice.CreatedAt} />
      </p>
      <p>{notice.content}</p>
      {target !== undefined && (
        <Text as="div" top={12}>
          <Button isFull onPress={() => navigator.push(target.path, target.params)}>
            {t(target.label)}
          </Button>
        </Text>
      )}
    </article>
  );
}
