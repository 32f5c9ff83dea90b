/** The lists behind the overview: the people of a level, and the rewards. */
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  AmountText,
  DateText,
  formatDate,
  NavBar,
  ScreenBody,
  ScreenHeader,
  StateBlock,
  useNumberLocale,
  usersIcon,
} from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { usePageTitle } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type Level, peopleQuery, type Person, type Reward, rewardsQuery } from '../api.ts';
import { levelNames, worthPlaces } from '../view-model.ts';
import styles from './invitation.module.css';

function ListHeader({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <ScreenHeader>
      <NavBar title={title} back={useBack()} />
    </ScreenHeader>
  );
}

export function PeopleList({ level }: { level: Level }) {
  const t = useT();
  const refresh = useRefresh();
  return (
    <>
      <ListHeader title={t(levelNames[level])} />
      <ScreenBody onRefresh={refresh}>
        <PagedList
          query={useInfiniteQuery(peopleQuery(level))}
          renderRow={(person) => <PersonRow person={person} />}
          empty={<StateBlock kind="empty" icon={usersIcon} title={t('invitation.nobody')} />}
        />
      </ScreenBody>
    </>
  );
}

export function RewardList() {
  const t = useT();
  const refresh = useRefresh();
  return (
    <>
      <ListHeader title={t('invitation.rewards')} />
      <ScreenBody onRefresh={refresh}>
        <PagedList
          query={useInfiniteQuery(rewardsQuery)}
          renderRow={(reward) => <RewardRow reward={reward} />}
          empty={
            <StateBlock
              kind="empty"
              icon={usersIcon}
              title={t('invitation.noRewards')}
              text={t('invitation.noRewardsText')}
            />
          }
        />
      </ScreenBody>
    </>
  );
}

/** One person of a level: masked name, registration, and rewards from their fees. */
function PersonRow({ person }: { person: Person }) {
  const { name, verified, worth, CreatedAt } = person;
  const t = useT();
  const locale = useNumberLocale();
  const date = formatDate(CreatedAt, { locale, detail: 'day' });
  return (
    <div className={styles.row}>
      <span className={styles.line}>
        <span>{name}</span>
        <AmountText value={worth} places={worthPlaces(worth)} unit="USDT" />
      </span>
      <span className={styles.quiet}>
        <span>{t('invitation.joined', { date })}</span>
        <span>{t(verified ? 'invitation.verified' : 'invitation.notVerified')}</span>
      </span>
    </div>
  );
}

/** Rewards that were paid together, with the fees behind them. */
function RewardRow({ reward }: { reward: Reward }) {
  const { level, asset, amount, fee, share, trades, swaps, CreatedAt } = reward;
  const t = useT();
  const ratio = useRatioText();
  const places = useCoinPlaces(asset);
  const print = useAmountText(places);
  const isReversed = amount.startsWith('-');
  const sources = [
    trades > 0 && t('invitation.trades', { count: trades }),
    swaps > 0 && t('invitation.swaps', { count: swaps }),
  ].filter((each) => each !== false);
  return (
    <div className={styles.row}>
      <span className={styles.line}>
        <span>{t(levelNames[level])}</span>
        <ExactAmount value={amount} places={places} unit={asset} isSigned />
      </span>
      <span className={styles.quiet}>
        <span>
          {t('invitation.shareOf', { share: ratio(share), fee: `${print(fee)} ${asset}` })}
        </span>
        <span>{sources.join(' · ')}</span>
      </span>
      <span className={styles.quiet}>
        <DateText at={CreatedAt} />
        {isReversed && <span>{t('invitation.reversed')}</span>}
      </span>
    </div>
  );
}
