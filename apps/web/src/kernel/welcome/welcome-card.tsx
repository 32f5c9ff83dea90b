/** Welcomes a new member with what to do next, until its notice is read. Mounted only while there are unread notices. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  checkIcon,
  chevronRightIcon,
  classNames,
  closeIcon,
  Icon,
  IconButton,
  Pressable,
  VisuallyHidden,
  walletIcon,
} from '@tern/ui';
import { useReportError } from '../report-error.ts';
import { noticeKeys, putUnreadNotices } from '../unread-notices.ts';
import { pages } from '../pages.ts';
import { queryClient } from '../query-client.ts';
import { type User, useSession } from '../session.ts';
import { call } from '../../platform/http/call.ts';
import { useI18n, useT } from '../../platform/i18n/i18n.tsx';
import { useLinks } from '../../platform/navigation/links.ts';
import styles from './welcome-card.module.css';

declare module '../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    welcome: typeof import('../../locales/kernel/welcome/en.json');
  }
}

const PAPER = 'paper.granted';

/** One of them is an account's first notice: in paper mode it says what was granted. */
const WELCOMES: readonly string[] = [PAPER, 'account.opened'];

/** Members with more unread notices are not new. */
const LOOKED_THROUGH = 20;

const SUBMITTED = 1;

interface Step {
  path: (typeof pages)[keyof typeof pages];
  label: 'welcome.firstOrder' | 'welcome.verify' | 'welcome.protect' | 'welcome.addMoney';
  isDone?: (user: User) => boolean;
}

const ORDER: Step = { path: pages.deal, label: 'welcome.firstOrder' };
const VERIFY: Step = {
  path: pages.realName,
  label: 'welcome.verify',
  isDone: ({ verified, realNameStatus }) => verified || realNameStatus === SUBMITTED,
};
const PROTECT: Step = { path: pages.secondFactors, label: 'welcome.protect' };
const ADD_MONEY: Step = { path: pages.depositList, label: 'welcome.addMoney' };

const welcomeQuery = (language: string) =>
  queryOptions({
    queryKey: [...noticeKeys.all, 'welcome', language],
    queryFn: async ({ signal }) => {
      const input = { page: 1, pageSize: LOOKED_THROUGH };
      const { list } = await call('GET /notice/getNoticeList', input, { signal });
      return list.find(({ kind, isRead }) => WELCOMES.includes(kind) && !isRead) ?? null;
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
  const isPaper = notice.kind === PAPER;
  return (
    <section className={styles.card} aria-labelledby="welcome">
      <Icon of={walletIcon} size={22} />
      <div>
        <h2 id="welcome">{notice.title}</h2>
        <p>{notice.content}</p>
        <NextSteps steps={isPaper ? [ORDER, VERIFY, PROTECT] : [VERIFY, ADD_MONEY, ORDER]} />
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

function NextSteps({ steps }: { steps: readonly Step[] }) {
  const t = useT();
  const to = useLinks();
  const user = useSession()?.user;
  return (
    <ol aria-label={t('welcome.nextSteps')}>
      {steps.map(({ path, label, isDone }) => {
        const done = user !== undefined && isDone?.(user) === true;
        return (
          <li key={path}>
            <Pressable {...to(path)} className={classNames(styles.step, done && styles.done)}>
              <span>{t(label)}</span>
              {done && <VisuallyHidden>{t('welcome.done')}</VisuallyHidden>}
              <Icon of={done ? checkIcon : chevronRightIcon} size={18} />
            </Pressable>
          </li>
        );
      })}
    </ol>
  );
}
