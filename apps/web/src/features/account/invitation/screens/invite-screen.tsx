/** Invitations: code, totals and levels; with a parameter the people of a level, or the rewards. */
import { useQuery } from '@tanstack/react-query';
import {
  AmountText,
  Button,
  Card,
  chevronRightIcon,
  CtaBar,
  IconButton,
  infoIcon,
  NavBar,
  ScreenBody,
  ScreenHeader,
  shareIcon,
  SkeletonDetail,
  Text,
  TextButton,
} from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { type Invitations, invitationsQuery, levels } from '../api.ts';
import { CodeCard } from '../parts/code-card.tsx';
import styles from '../parts/invitation.module.css';
import { LevelRow } from '../parts/level-row.tsx';
import { PeopleList, RewardList } from '../parts/lists.tsx';
import { RulesSheet } from '../parts/rules-sheet.tsx';
import { useShare } from '../use-share.ts';
import { worthPlaces } from '../view-model.ts';

export function InviteScreen() {
  const params = useParams();
  const level = levels.find((each) => String(each) === params['level']);
  if (level !== undefined) return <PeopleList level={level} />;
  return params['list'] === 'rewards' ? <RewardList /> : <Overview />;
}

function Overview() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const share = useShare();
  const query = useQuery(invitationsQuery);
  const [isAsking, setAsking] = useState(false);
  const { data } = query;
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('invitation.title')}
          back={back}
          action={
            data && (
              <IconButton
                icon={infoIcon}
                label={t('invitation.rulesHeading')}
                onPress={() => setAsking(true)}
              />
            )
          }
        />
      </ScreenHeader>
      <ScreenBody foot="cta" isPadded onRefresh={refresh}>
        <Loaded query={query} skeleton={<SkeletonDetail />}>
          {(invitations) => <Figures invitations={invitations} />}
        </Loaded>
      </ScreenBody>
      {data && (
        <>
          <CtaBar>
            <Button kind="primary" isFull icon={shareIcon} onPress={() => share(data)}>
              {t('invitation.share')}
            </Button>
          </CtaBar>
          <RulesSheet levels={data.levels} isOpen={isAsking} onClose={() => setAsking(false)} />
        </>
      )}
    </>
  );
}

function Figures({ invitations }: { invitations: Invitations }) {
  const t = useT();
  const to = useLinks();
  const { code, link, worth } = invitations;
  return (
    <>
      <CodeCard code={code} link={link} />
      <p className={styles.promise}>
        <b>{t('invitation.promise')}</b> {t('invitation.promiseMore')}
      </p>
      <section aria-labelledby="invitation-rewards">
        <div className={styles.sum}>
          <div>
            <Text as="h2" size="label" tone="soft" id="invitation-rewards">
              {t('invitation.rewardsSoFar')}
            </Text>
            <AmountText look="hero" value={worth} places={worthPlaces(worth)} unit="USDT" />
            <Text size="cap" tone="faint">
              {t('invitation.atCurrentPrices')}
            </Text>
          </div>
          <TextButton iconAfter={chevronRightIcon} {...to(pages.invite, { list: 'rewards' })}>
            {t('invitation.rewards')}
          </TextButton>
        </div>
        <Card isPadded={false} className={styles.levels ?? ''}>
          {invitations.levels.map((totals) => (
            <LevelRow key={totals.level} totals={totals} />
          ))}
        </Card>
      </section>
    </>
  );
}
