/** One recurring buy: what came of it, the prices of its coins with its buys, and what can be done with it. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  Button,
  ButtonLink,
  ConfirmDialog,
  CtaBar,
  dotsIcon,
  IconButton,
  NavBar,
  Pill,
  ScreenBody,
  ScreenHeader,
  Segmented,
  Sheet,
  Stack,
  Text,
} from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useAllMarkets } from '../../../../kernel/market-choice/use-all-markets.ts';
import { useMemberEvent } from '../../../../kernel/member-events.ts';
import { rowsOf } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useRecordId } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { type Buy, buysQuery, type Plan, planQuery, refetchPlans } from '../api.ts';
import { BuyList } from '../parts/buy-list.tsx';
import { Holdings } from '../parts/holdings.tsx';
import { whyOff } from '../parts/plan-card.tsx';
import { PriceChart } from '../parts/price-chart.tsx';
import styles from '../parts/recurring-buy.module.css';
import { Sums } from '../parts/sums.tsx';
import { usePlanActs } from '../use-plan-acts.ts';
import { usePlanTexts } from '../use-plan-texts.ts';

export function PlanScreen() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const id = useRecordId();
  const [isMenuOpen, setMenuOpen] = useState(false);
  useMemberEvent('recurring.changed', refetchPlans);
  const plan = useQuery({ ...planQuery(id ?? 0), enabled: id !== undefined });
  const isEnded = plan.data?.state === 'ended';
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('recurring-buy.planTitle')}
          back={back}
          action={
            plan.data !== undefined &&
            !isEnded && (
              <IconButton
                icon={dotsIcon}
                label={t('recurring-buy.menu')}
                onPress={() => setMenuOpen(true)}
              />
            )
          }
        />
      </ScreenHeader>
      <ScreenBody isPadded foot={isEnded ? 'none' : 'cta'} onRefresh={refresh}>
        {id === undefined ? (
          <EmptyState
            title={t('recurring-buy.none')}
            label={t('recurring-buy.title')}
            page={pages.recurringBuys}
            isReplaced
          />
        ) : (
          <Loaded query={plan}>{(found) => <Details plan={found} />}</Loaded>
        )}
      </ScreenBody>
      {plan.data !== undefined && !isEnded && (
        <>
          <Acts plan={plan.data} />
          <Menu plan={plan.data} isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
        </>
      )}
    </>
  );
}

function Details({ plan }: { plan: Plan }) {
  const t = useT();
  const texts = usePlanTexts();
  const markets = useAllMarkets();
  const buys = useInfiniteQuery(buysQuery(plan.ID));
  const marketOf = (symbol: string) => markets.data?.find((each) => each.symbol === symbol);
  return (
    <Stack gap={16}>
      <p className={styles.line}>
        <span className={styles.words}>
          <b>{texts.title(plan)}</b>
          <small>{texts.coins(plan)}</small>
        </span>
        <Pill kind={plan.state === 'on' ? 'done' : 'neutral'}>{texts.state(plan)}</Pill>
      </p>
      {plan.state === 'paused' && (
        <Text size="label" tone="soft">
          {whyOff(plan, t)}
        </Text>
      )}
      {plan.done > 0 && (
        <>
          <Sums of={plan} />
          <Prices plan={plan} buys={rowsOf(buys.data)} marketOf={marketOf} />
          <Holdings plan={plan} marketOf={marketOf} />
        </>
      )}
      <BuyList plan={plan} query={buys} marketOf={marketOf} />
    </Stack>
  );
}

interface PricesProps {
  plan: Plan;
  buys: readonly Buy[];
  marketOf: (symbol: string) => Instrument | undefined;
}

/** One coin at a time. */
function Prices({ plan, buys, marketOf }: PricesProps) {
  const t = useT();
  const bought = plan.coins.filter(({ averagePrice }) => averagePrice !== '');
  const [symbol, setSymbol] = useState(bought[0]?.symbol);
  const coin = bought.find((each) => each.symbol === symbol) ?? bought[0];
  if (coin === undefined) return null;
  return (
    <>
      {bought.length > 1 && (
        <Segmented
          isSmall={bought.length > 4}
          label={t('recurring-buy.coin')}
          value={coin.symbol}
          onChange={setSymbol}
          options={bought.map((each) => ({ key: each.symbol, label: each.base }))}
        />
      )}
      <PriceChart coin={coin} buys={buys} places={marketOf(coin.symbol)?.pricePlaces} />
    </>
  );
}

function Acts({ plan }: { plan: Plan }) {
  const t = useT();
  const to = useLinks();
  const { act, busy } = usePlanActs();
  const name = plan.state === 'on' ? 'pause' : 'resume';
  return (
    <CtaBar>
      <Button isFull isBusy={busy === name} onPress={() => void act(plan, name)}>
        {t(name === 'pause' ? 'recurring-buy.pause' : 'recurring-buy.resume')}
      </Button>
      <ButtonLink kind="primary" isFull {...to(pages.recurringForm, { id: String(plan.ID) })}>
        {t('recurring-buy.edit')}
      </ButtonLink>
    </CtaBar>
  );
}

interface MenuProps {
  plan: Plan;
  isOpen: boolean;
  onClose: () => void;
}

/** Skipping once, and ending for good, which is asked first. */
function Menu({ plan, isOpen, onClose }: MenuProps) {
  const t = useT();
  const texts = usePlanTexts();
  const { act, busy } = usePlanActs();
  const [isAsking, setAsking] = useState(false);
  const skip = async () => {
    await act(plan, 'skip');
    onClose();
  };
  const end = async () => {
    await act(plan, 'end');
    setAsking(false);
  };
  const ask = () => {
    onClose();
    setAsking(true);
  };
  return (
    <>
      <Sheet isOpen={isOpen} title={texts.title(plan)} onClose={onClose}>
        <Stack gap={12}>
          {plan.state === 'on' && (
            <Button isFull isBusy={busy === 'skip'} onPress={() => void skip()}>
              {t('recurring-buy.skipNext', { time: texts.time(plan.nextAt, plan) })}
            </Button>
          )}
          <Button kind="danger" isFull onPress={ask}>
            {t('recurring-buy.end')}
          </Button>
        </Stack>
      </Sheet>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('recurring-buy.endQuestion')}
        confirmLabel={t('recurring-buy.end')}
        confirmKind="danger"
        cancelLabel={t('recurring-buy.keep')}
        isBusy={busy === 'end'}
        busyLabel={t('recurring-buy.saving')}
        onConfirm={() => void end()}
        onCancel={() => setAsking(false)}
      >
        {t('recurring-buy.endText')}
      </ConfirmDialog>
    </>
  );
}
