/** One offering: its terms, and the subscription form while it is open. */
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  CtaBar,
  FinePrint,
  formatDate,
  Note,
  ScreenBody,
  SkeletonDetail,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { identityObstacle } from '../../../../kernel/account-status.ts';
import { AccountStatusBanner } from '../../../../kernel/account-status-banner.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useMember } from '../../../../kernel/member.ts';
import { pages } from '../../../../kernel/pages.ts';
import {
  ContactLink,
  RecordScreen,
  useContactReference,
} from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { MessageKey } from '../../../../platform/i18n/message-key.ts';
import { usePageTitle } from '../../../../platform/navigation/current-page.ts';
import { offeringQuery } from '../api.ts';
import { OfferingHead } from '../parts/offering-card.tsx';
import { OfferingTerms } from '../parts/offering-terms.tsx';
import styles from '../parts/offering.module.css';
import { SaleProgress } from '../parts/sale-progress.tsx';
import { SubscribeForm } from '../parts/subscribe-form.tsx';
import { useServerTime } from '../use-server-time.ts';
import { type Offering, type SaleStatus, statusOf } from '../view-model.ts';

export function OfferingScreen() {
  const t = useT();
  return (
    <RecordScreen
      title={t('offering.detailTitle')}
      action={<ContactLink />}
      none={{
        title: t('offering.noneChosen'),
        label: t('offering.title'),
        page: pages.offering,
      }}
      renderRecord={(id) => <Detail key={id} id={id} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  const refresh = useRefresh();
  return (
    <ScreenBody isPadded foot="cta" onRefresh={refresh}>
      <Loaded query={useQuery(offeringQuery(id))} skeleton={<SkeletonDetail count={8} />}>
        {(offering) => <Sale offering={offering} />}
      </Loaded>
    </ScreenBody>
  );
}

function Sale({ offering }: { offering: Offering }) {
  const t = useT();
  const now = useServerTime();
  const user = useMember();
  usePageTitle(offering.name);
  useContactReference(offering.name);
  const status = statusOf(offering, now);
  const obstacle = status === 'ended' ? undefined : identityObstacle(user);
  const why = WHY[status];
  return (
    <div className={styles.detail}>
      {obstacle !== undefined && (
        <AccountStatusBanner {...{ user, obstacle }} verifyTitle={t('offering.verify')} />
      )}
      <Card>
        <OfferingHead {...{ offering, now }} />
        <SaleProgress {...{ offering, now }} />
      </Card>
      {why !== undefined && <Note>{t(why)}</Note>}
      <OfferingTerms offering={offering} />
      {offering.about !== '' && (
        <section className={styles.about}>
          <Text as="h2" size="strong" breaksAnywhere>
            {t('offering.about', { name: offering.name })}
          </Text>
          <p>{offering.about}</p>
        </section>
      )}
      {status === 'open' && <SubscribeForm {...{ offering, obstacle }} />}
      {status === 'coming' && <OpensLater offering={offering} />}
    </div>
  );
}

/** Why nothing can be bought now. */
const WHY = {
  open: undefined,
  coming: undefined,
  paused: 'offering.pausedText',
  full: 'offering.soldOutText',
  used: 'offering.limitReached',
  ended: 'offering.endedText',
} as const satisfies Record<SaleStatus, MessageKey | undefined>;

/** The form appears when the time has come. */
function OpensLater({ offering }: { offering: Offering }) {
  const t = useT();
  const locale = useNumberLocale();
  const date = formatDate(offering.opensAt, { locale });
  return (
    <>
      <FinePrint>{t('offering.unfreezeNote')}</FinePrint>
      <CtaBar>
        <Button kind="primary" isFull isDisabled>
          {t('offering.opensOn', { date })}
        </Button>
      </CtaBar>
    </>
  );
}
