/** Staff activity on the account: each action with time, kind, office and reason, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  DateText,
  formatDate,
  NavBar,
  ScreenBody,
  ScreenHeader,
  StateBlock,
  Text,
  usersIcon,
} from '@tern/ui';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import styles from '../parts/staff-action.module.css';
import { type StaffAction, staffActionsQuery } from '../api.ts';
import { actionKey, kindKey, officeKey, untilKey } from '../view-model.ts';

export function StaffActionsScreen() {
  const { t, language } = useI18n();
  const back = useBack();
  const refresh = useRefresh();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('operators.title')} back={back} />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <p className={styles.lead}>{t('operators.lead')}</p>
        <PagedList
          query={useInfiniteQuery(staffActionsQuery(language))}
          renderRow={(act) => <Act act={act} />}
          empty={
            <StateBlock
              kind="empty"
              icon={usersIcon}
              title={t('operators.none')}
              text={t('operators.noneHint')}
            />
          }
        />
      </ScreenBody>
    </>
  );
}

function Act({ act }: { act: StaffAction }) {
  const t = useT();
  const kind = kindKey(act);
  const subject = [kind === undefined ? '' : t(kind), act.recordNo].filter((word) => word !== '');
  const { reason } = act;
  return (
    <article className={styles.act}>
      <h2 className={styles.line}>
        <span>{t(actionKey(act))}</span>
        {subject.length > 0 && (
          <Text as="span" size="label" tone="soft">
            {subject.join(' ')}
          </Text>
        )}
      </h2>
      {reason !== '' && (
        <Text size="body" tone="soft" breaksAnywhere top={4}>
          {reason}
        </Text>
      )}
      {act.until !== null && <Until act={act} until={act.until} />}
      <p className={styles.quiet}>
        <DateText at={act.CreatedAt} />
        <span>{t(officeKey(act))}</span>
      </p>
    </article>
  );
}

function Until({ act, until }: { act: StaffAction; until: string }) {
  const { t, locale } = useI18n();
  const time = formatDate(until, { locale });
  return <p className={styles.quiet}>{t(untilKey(act), { time })}</p>;
}
