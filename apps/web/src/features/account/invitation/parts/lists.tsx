/** The lists behind the overview: the people of a level, and the rewards. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader, StateBlock, usersIcon } from '@tern/ui';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { usePageTitle } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type Level, peopleQuery, rewardsQuery } from '../api.ts';
import { levelNames } from '../view-model.ts';
import { PersonRow } from './person-row.tsx';
import { RewardRow } from './reward-row.tsx';

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
