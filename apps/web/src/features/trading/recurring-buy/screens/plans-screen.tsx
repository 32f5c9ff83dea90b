/** The member's recurring buys: what they are worth, the next one, and each plan. */
import { useQuery } from '@tanstack/react-query';
import {
  ButtonLink,
  clockIcon,
  CtaBar,
  NavBar,
  plusIcon,
  ScreenBody,
  ScreenHeader,
  SkeletonRows,
  Stack,
  StateBlock,
} from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useMemberEvent } from '../../../../kernel/member-events.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { type Plans, plansQuery, refetchPlans } from '../api.ts';
import { NextBuy } from '../parts/next-buy.tsx';
import { PlanCard } from '../parts/plan-card.tsx';
import { Sums } from '../parts/sums.tsx';

export function PlansScreen() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  const refresh = useRefresh();
  const plans = useQuery(plansQuery);
  useMemberEvent('recurring.changed', refetchPlans);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('recurring-buy.title')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded foot="cta" onRefresh={refresh}>
        <Loaded query={plans} skeleton={<SkeletonRows />}>
          {(list) => <List list={list} />}
        </Loaded>
      </ScreenBody>
      <CtaBar>
        <ButtonLink kind="primary" isFull icon={plusIcon} {...to(pages.recurringForm)}>
          {t('recurring-buy.newTitle')}
        </ButtonLink>
      </CtaBar>
    </>
  );
}

function List({ list }: { list: Plans }) {
  const t = useT();
  const { plans, available } = list;
  if (plans.length === 0) {
    const texts = { title: t('recurring-buy.none'), text: t('recurring-buy.noneHint') };
    return <StateBlock kind="empty" icon={clockIcon} {...texts} />;
  }
  return (
    <Stack gap={12}>
      {plans.some(({ done }) => done > 0) && <Sums of={list} />}
      <NextBuy plans={plans} available={available} />
      {plans.map((plan) => (
        <PlanCard key={plan.ID} plan={plan} />
      ))}
    </Stack>
  );
}
