/** A new recurring buy, or changes of one (`?id=`). */
import { useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader, showToast } from '@tern/ui';
import { useState } from 'react';
import { useCoin, useCoins } from '../../../../kernel/balances.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useAllMarkets } from '../../../../kernel/market-choice/use-all-markets.ts';
import { pages } from '../../../../kernel/pages.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useRecordId } from '../../../../kernel/record-screen.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type Plan, planQuery } from '../api.ts';
import { PlanForm } from '../parts/plan-form.tsx';
import { draftOf, newDraft } from '../plan-draft.ts';

export function PlanFormScreen() {
  const t = useT();
  const back = useBack();
  const id = useRecordId();
  const markets = useAllMarkets();
  const { data: coins } = useCoins();
  const mayBuy = (base: string) =>
    coins?.find(({ asset }) => asset === base)?.uses.includes('recurring') ?? true;
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t(id === undefined ? 'recurring-buy.newTitle' : 'recurring-buy.editTitle')}
          back={back}
        />
      </ScreenHeader>
      <ScreenBody isPadded foot="cta">
        <Loaded query={markets}>
          {(all) => {
            const bought = all.filter(
              ({ base, quote, pricedBy }) =>
                quote === 'USDT' && pricedBy === 'sources' && mayBuy(base),
            );
            return id === undefined ? (
              <NewPlan markets={bought} />
            ) : (
              <Change id={id} markets={bought} />
            );
          }}
        </Loaded>
      </ScreenBody>
    </>
  );
}

function NewPlan({ markets }: { markets: readonly Instrument[] }) {
  const t = useT();
  const navigator = useNavigator();
  const available = useCoin('USDT')?.available;
  const [initial] = useState(() => newDraft(Intl.DateTimeFormat().resolvedOptions().timeZone));
  const open = (plan: Plan) => {
    showToast(t('recurring-buy.started'), 'done');
    navigator.redirect(pages.recurringPlan, { id: String(plan.ID) });
  };
  return <PlanForm id={undefined} {...{ initial, markets, available }} onDone={open} />;
}

function Change({ id, markets }: { id: number; markets: readonly Instrument[] }) {
  const t = useT();
  const navigator = useNavigator();
  const available = useCoin('USDT')?.available;
  const done = () => {
    showToast(t('recurring-buy.saved'), 'done');
    navigator.back();
  };
  return (
    <Loaded query={useQuery(planQuery(id))}>
      {(plan) => <PlanForm initial={draftOf(plan)} {...{ id, markets, available }} onDone={done} />}
    </Loaded>
  );
}
