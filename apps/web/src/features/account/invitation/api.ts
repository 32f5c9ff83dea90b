/** Invitation calls in the app's own terms, their cache and live updates. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Output, RowOf } from '@tern/protocol/client';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { nextPage } from '../../../kernel/paged-list.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';

export const levels = [1, 2, 3] as const;
export type Level = (typeof levels)[number];

type InvitationsDto = Output<'GET /user/myInvite'>;
type RewardDto = RowOf<'GET /user/inviteRewards'>;

export type LevelTotals = InvitationsDto['levels'][number] & { level: Level };
export type Invitations = Omit<InvitationsDto, 'coinname' | 'levels' | 'rewards'> & {
  levels: LevelTotals[];
};
export type Person = RowOf<'GET /user/invitees'>;
export type Reward = Omit<RewardDto, 'coinname' | 'level'> & { asset: string; level: Level };

const levelOf = (level: number): Level => levels.find((each) => each === level) ?? 1;

const rewardOf = ({ coinname, level, ...reward }: RewardDto): Reward => ({
  ...reward,
  asset: coinname,
  level: levelOf(level),
});

const PAGE_SIZE = 20;

const keys = {
  all: ['invitation'],
  totals: ['invitation', 'totals'],
  people: ['invitation', 'people'],
  rewards: ['invitation', 'rewards'],
} as const;

/** Rewards are in USDT, at current prices. */
export const invitationsQuery = queryOptions({
  queryKey: keys.totals,
  queryFn: async ({ signal }): Promise<Invitations> => {
    const found = await call('GET /user/myInvite', {}, { signal });
    const rows = found.levels.map((each) => ({ ...each, level: levelOf(each.level) }));
    return { ...found, levels: rows };
  },
});

/** Newest first, page by page. */
export const peopleQuery = (level: Level) =>
  infiniteQueryOptions({
    queryKey: [...keys.people, level],
    queryFn: ({ pageParam, signal }) => {
      const input = { level, page: pageParam, pageSize: PAGE_SIZE };
      return call('GET /user/invitees', input, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** Newest first, page by page. */
export const rewardsQuery = infiniteQueryOptions({
  queryKey: keys.rewards,
  queryFn: async ({ pageParam, signal }) => {
    const input = { page: pageParam, pageSize: PAGE_SIZE };
    const page = await call('GET /user/inviteRewards', input, { signal });
    return { ...page, list: page.list.map(rewardOf) };
  },
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('invitation.changed', () => {
  void queryClient.invalidateQueries({ queryKey: keys.all });
});
