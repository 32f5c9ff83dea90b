/** The security timeline: logins and changes with time, device and address, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { DateText, NavBar, ScreenBody, ScreenHeader, shieldIcon, StateBlock, Text } from '@tern/ui';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { eventsQuery, type SecurityEvent } from '../api.ts';
import styles from '../parts/security.module.css';

export function SecurityEventsScreen() {
  const { t, language } = useI18n();
  const back = useBack();
  const refresh = useRefresh();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('security.eventsTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <p className={styles.lead}>{t('security.eventsLead')}</p>
        <PagedList
          query={useInfiniteQuery(eventsQuery(language))}
          renderRow={(event) => <Event event={event} />}
          empty={<StateBlock kind="empty" icon={shieldIcon} title={t('security.noEvents')} />}
        />
      </ScreenBody>
    </>
  );
}

function Event({ event: { title, CreatedAt, device, address } }: { event: SecurityEvent }) {
  const place = [device, address].filter((part) => part !== '').join(' · ');
  return (
    <article className={styles.event}>
      <Text as="h2" size="strong">
        {title}
      </Text>
      <Text size="cap" tone="faint" breaksAnywhere>
        <DateText at={CreatedAt} />
      </Text>
      {place !== '' && (
        <Text size="cap" tone="faint" breaksAnywhere>
          {place}
        </Text>
      )}
    </article>
  );
}
