/** What a member sees of their invitations: totals, people of a level, rewards. */
import { type Amount, formatDecimal, sum, ZERO } from '@tern/money';
import { inviteLevels } from '@tern/protocol';
import { memberById } from '../../../kernel/members/members.ts';
import { pageOf, readPage } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { InvitationDeps } from './deps.ts';
import { inviteShares } from './settings.ts';
import {
  countInvitees,
  countPayments,
  inviteesOf,
  type Payment,
  paymentsTo,
  peopleByLevel,
  totalsByLevel,
} from './store.ts';
import { maskEmail } from '../../../kernel/members/mask-email.ts';

interface PageInput {
  page?: number | string;
  pageSize?: number | string;
}

export async function showInvitations(deps: InvitationDeps, memberId: number) {
  const { database, settings, publicUrl, worthOf } = deps;
  const member = await memberById(database, memberId);
  if (member === undefined) throw new Refusal('not-found');
  const { counts, totals } = await database.snapshot(async (reader) => ({
    counts: await reader.many(peopleByLevel, [memberId]),
    totals: await reader.many(totalsByLevel, [memberId]),
  }));
  const shares = settings.read(inviteShares);
  const levels = inviteLevels.map((level, index) => {
    const { people, verified } = counts.find((each) => each.level === level) ?? NOBODY;
    const rewards = totals.filter((each) => each.level === level);
    const worth = formatDecimal(worthOfAll(rewards, worthOf));
    return { level, people, verified, share: formatDecimal(shares[index]!), worth };
  });
  return {
    code: member.inviteCode,
    link: inviteLink(publicUrl, member.inviteCode),
    people: counts.reduce((all, each) => all + each.people, 0),
    verified: counts.reduce((all, each) => all + each.verified, 0),
    coinname: 'USDT',
    worth: formatDecimal(worthOfAll(totals, worthOf)),
    rewards: byAsset(totals).map(({ asset, amount }) => ({
      coinname: asset,
      amount: formatDecimal(amount),
    })),
    levels,
  };
}

const NOBODY = { people: 0, verified: 0 };

/** The people of one level, newest first. */
export function listInvitees(
  { database, worthOf }: InvitationDeps,
  memberId: number,
  { level, ...page }: PageInput & { level: number },
) {
  const queries = { list: inviteesOf, count: countInvitees };
  return readPage(database, queries, {
    filter: [memberId, level],
    page: pageOf(page),
    row: ({ place, createdAt, email, isVerified, assets, amounts }) => {
      const at = isoTime(createdAt);
      const rewards = amounts.map((amount, index) => ({ asset: assets[index]!, amount }));
      return {
        ID: place,
        CreatedAt: at,
        UpdatedAt: at,
        level,
        name: shownName(level, email),
        verified: isVerified,
        worth: formatDecimal(worthOfAll(rewards, worthOf)),
      };
    },
  });
}

/** Newest first. */
export function listRewards({ database }: InvitationDeps, memberId: number, page: PageInput) {
  const queries = { list: paymentsTo, count: countPayments };
  return readPage(database, queries, { filter: [memberId], page: pageOf(page), row: rewardRow });
}

function rewardRow(payment: Payment) {
  const { id, level, asset, trades, swaps } = payment;
  const at = isoTime(payment.createdAt);
  return {
    ID: id,
    CreatedAt: at,
    UpdatedAt: at,
    level,
    coinname: asset,
    amount: formatDecimal(payment.amount),
    share: formatDecimal(payment.share),
    fee: formatDecimal(payment.fee),
    trades,
    swaps,
  };
}

/** Enough to recognise a person one has invited; of the others, the first letter only. */
function shownName(level: number, email: string): string {
  const masked = maskEmail(email);
  return level === 1 ? masked : masked.slice(0, masked.indexOf('@'));
}

/** Opens registration with the code. */
function inviteLink(publicUrl: string, code: string): string {
  return `${publicUrl}/#/pages/login/register?code=${encodeURIComponent(code)}`;
}

interface CoinAmount {
  readonly asset: string;
  readonly amount: Amount;
}

/** In USDT; a coin without a price counts nothing. */
function worthOfAll(
  amounts: readonly CoinAmount[],
  worthOf: (asset: string, amount: Amount) => Amount | undefined,
): Amount {
  return sum(amounts.map(({ asset, amount }) => worthOf(asset, amount) ?? ZERO));
}

/** One amount for each asset, in the order of the assets. */
function byAsset(amounts: readonly CoinAmount[]): CoinAmount[] {
  const assets = [...new Set(amounts.map(({ asset }) => asset))].toSorted();
  return assets.map((asset) => ({
    asset,
    amount: sum(amounts.filter((each) => each.asset === asset).map(({ amount }) => amount)),
  }));
}
