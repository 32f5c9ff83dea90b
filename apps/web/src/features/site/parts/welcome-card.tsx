/** Welcomes a new member and explains the paper money, until the notice is read. Mounted only while there are unread notices. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { closeIcon, Icon, IconButton, walletIcon } from '@tern/ui';
import { useReportError } from '../../../kernel/report-error.ts';
import { noticeKeys, putUnreadNotices } from '../../../kernel/unread-notices.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';
import { useI18n } from '../../../platform/i18n/i18n.tsx';
import styles from './home.module.css';

const GRANTED = 'paper.granted';

/** The welcome is an account's first notice: members with more unread notices are not new. */
const LOOKED_THROUGH = 20;

const welcomeQuery = (language: string) =>
  queryOptions({
    queryKey: [...noticeKeys.all, 'welcome', language],
    queryFn: async ({ signal }) => {
      const input = { page: 1, pageSize: LOOKED_THROUGH };
      const { list } = await call('GET /notice/getNoticeList', input, { signal });
      return list.find(({ kind, isRead }) => kind === GRANTED && !isRead) ?? null;
    },
  });

export function WelcomeCard() {
  const { t, language } = useI18n();
  const report = useReportError();
  const query = welcomeQuery(language);
  const notice = useQuery(query).data;
  if (!notice) return null;
  const dismiss = async () => {
    const { unread } = await call('POST /notice/readNotice', { ID: notice.ID });
    putUnreadNotices(unread);
    queryClient.setQueryData(query.queryKey, null);
    void queryClient.invalidateQueries({ queryKey: noticeKeys.all });
  };
  return (
    <section className={styles.welcomeCard} aria-labelledby="welcome">
      <Icon of={walletIcon} size={22} />
      <div>
        <h2 id="welcome">{notice.title}</h2>
        <p>{notice.content}</p>
      </div>
      <IconButton
        icon={closeIcon}
        size={18}
        isQuiet
        label={t('common.close')}
        onPress={() => void dismiss().catch(report)}
      />
    </section>
  );
}
