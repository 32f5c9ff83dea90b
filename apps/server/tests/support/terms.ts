/** Changes of terms on a fresh database: two operators who propose and approve, members with pending money. */
import { currencyTerms } from '../../src/features/money/funding/currencies/currencies.ts';
import { applyDueVersions } from '../../src/features/backoffice/operators/proposals/apply-due-versions.ts';
import { listAnnouncedChanges } from '../../src/features/backoffice/operators/proposals/list-versions.ts';
import { settingKind } from '../../src/features/backoffice/operators/proposals/setting-versions.ts';
import {
  listTerms,
  listTermsChanges,
} from '../../src/features/backoffice/operators/terms/list-terms.ts';
import {
  endDuePauses,
  pauseTerms,
  resumeTerms,
} from '../../src/features/backoffice/operators/terms/pause-terms.ts';
import {
  proposeTerms,
  type TermsProposal,
  type TermsInput,
} from '../../src/features/backoffice/operators/terms/propose-terms.ts';
import { termsKind } from '../../src/features/backoffice/operators/terms/terms-kind.ts';
import { pageOf } from '../../src/kernel/requests/page.ts';
import { networkTerms } from '../../src/kernel/networks/network-terms.ts';
import { reviewDetail } from '../../src/kernel/review/list-reviews.ts';
import type { Reviewer } from '../../src/kernel/review/review-rules.ts';
import { createTermsRegistry } from '../../src/kernel/terms/terms-registry.ts';
import { fiatWorld } from './fiat.ts';

export const TRC20 = 'network.USDT.TRC20';
export const EUR = 'currency.EUR';
const HOUR_MS = 3_600_000;

export type TermsWorld = Awaited<ReturnType<typeof termsWorld>>;

export async function termsWorld(poolSize = 8) {
  const world = await fiatWorld(poolSize);
  const { clock, reviewQueue } = world;
  const { first, second } = world.operators;
  const terms = createTermsRegistry(networkTerms);
  const deps = { ...world.deps, terms };
  terms.register(currencyTerms(deps.assets));
  deps.reviews.register(termsKind(deps));
  deps.reviews.register(settingKind(deps));
  const detailOf = async (reviewId: number) =>
    (await reviewDetail(deps.database, reviewId, { ...deps, at: clock.now() }))!;
  const approve = async (reviewId: number, who: Reviewer = second) => {
    const { hash } = await detailOf(reviewId);
    await reviewQueue.claim(who, reviewId);
    await reviewQueue.approve(who, reviewId, {
      stage: 'second',
      hash,
      note: '',
      isAcknowledged: false,
    });
  };
  const propose = (fields: TermsInput, over: Partial<TermsProposal> = {}) =>
    proposeTerms(deps, first, {
      key: TRC20,
      fields,
      effectiveAt: clock.now() + 2 * HOUR_MS,
      reason: 'The network has become dearer.',
      ...over,
    });
  const apply = () => applyDueVersions(deps);
  return {
    ...world,
    approveFiat: world.approve,
    async approveWithdrawal(id: number) {
      await world.agreeWithdrawal(first, id, 'first');
      await world.agreeWithdrawal(second, id, 'second');
    },
    deps,
    detailOf,
    propose,
    approve,
    apply,
    /** Proposes, approves and applies a change. */
    async change(fields: TermsInput, over: Partial<TermsProposal> = {}) {
      await approve(await propose(fields, over));
      clock.advance(2 * HOUR_MS);
      await apply();
    },
    pause: (
      who: Reviewer,
      direction: 'in' | 'out',
      { key = TRC20, hours = 72 }: { key?: string; hours?: number } = {},
    ) => pauseTerms(deps, who, { key, direction, hours, reason: 'The network stands still.' }),
    resume: (who: Reviewer, direction: 'in' | 'out', key = TRC20) =>
      resumeTerms(deps, who, { key, direction, reason: 'The network moves again.' }),
    endDue: () => endDuePauses(deps),
    changes: () => listTermsChanges(deps, 'en'),
    announced: () => listAnnouncedChanges(deps, { page: pageOf({}), lang: 'en' }),
    async row(key = TRC20) {
      return (await listTerms(deps)).find((each) => each.key === key)!;
    },
  };
}
