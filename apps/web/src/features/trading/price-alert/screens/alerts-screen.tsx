/** The member's price alerts by market, those that were reached, and the sheet for a new one (`?symbol=` opens it, with the level `price`; `?alert=` opens that alert). */
import { useQuery } from '@tanstack/react-query';
import {
  bellIcon,
  Button,
  CtaBar,
  IconButton,
  NavBar,
  plusIcon,
  ScreenBody,
  ScreenHeader,
  Sheet,
  showToast,
  SkeletonRows,
  slidersIcon,
  StateBlock,
} from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { usePairSheet } from '../../../../kernel/market-choice/pair-sheet.tsx';
import { useAllMarkets } from '../../../../kernel/market-choice/use-all-markets.ts';
import { useMemberEvent } from '../../../../kernel/member-events.ts';
import { pages } from '../../../../kernel/pages.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useReportError } from '../../../../kernel/report-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { byMarket, isDone } from '../alert-level.ts';
import { type Alert, alertsQuery, refetchAlerts, removeAlert } from '../api.ts';
import { AlertCard } from '../parts/alert-card.tsx';
import { AlertForm } from '../parts/alert-form.tsx';
import { ReachedList } from '../parts/reached-list.tsx';
import styles from '../parts/price-alert.module.css';
import { useAlertTexts } from '../use-alert-texts.ts';

export function AlertsScreen() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  const refresh = useRefresh();
  const params = useParams();
  const alerts = useQuery(alertsQuery);
  const markets = useAllMarkets();
  const [symbol, setSymbol] = useState<string | undefined>(params['symbol']);
  const pair = usePairSheet(symbol ?? '', setSymbol);
  useMemberEvent('priceAlert.reached', refetchAlerts);
  const marketOf = (of: string | undefined) => markets.data?.find((each) => each.symbol === of);
  const chosen = marketOf(symbol);
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('price-alert.title')}
          back={back}
          action={
            <IconButton
              icon={slidersIcon}
              label={t('price-alert.preferences')}
              {...to(pages.notificationPreferences)}
            />
          }
        />
      </ScreenHeader>
      <ScreenBody isPadded foot="cta" onRefresh={refresh}>
        <Loaded query={alerts} skeleton={<SkeletonRows />}>
          {(list) => <Alerts alerts={list} marketOf={marketOf} first={params['alert']} />}
        </Loaded>
      </ScreenBody>
      <CtaBar>
        <Button kind="primary" isFull icon={plusIcon} onPress={pair.open}>
          {t('price-alert.newAlert')}
        </Button>
      </CtaBar>
      {pair.sheet}
      <Sheet
        isOpen={chosen !== undefined}
        title={t('price-alert.newAlert')}
        onClose={() => setSymbol(undefined)}
      >
        {chosen && (
          <AlertForm
            key={chosen.symbol}
            market={chosen}
            firstLevel={chosen.symbol === params['symbol'] ? params['price'] : undefined}
            onSet={() => setSymbol(undefined)}
          />
        )}
      </Sheet>
    </>
  );
}

interface AlertsProps {
  alerts: readonly Alert[];
  marketOf: (symbol: string) => Instrument | undefined;
  /** Id of the one that the link to this page opens. */
  first: string | undefined;
}

function Alerts({ alerts, marketOf, first }: AlertsProps) {
  const t = useT();
  const [opened, setOpened] = useState(() => alerts.find(({ ID }) => String(ID) === first));
  if (alerts.length === 0) {
    const texts = { title: t('price-alert.none'), text: t('price-alert.noneHint') };
    return <StateBlock kind="empty" icon={bellIcon} {...texts} />;
  }
  return (
    <div className={styles.cards}>
      {byMarket(alerts).map(([symbol, ofMarket]) => (
        <AlertCard
          key={symbol}
          symbol={symbol}
          market={marketOf(symbol)}
          alerts={ofMarket}
          onOpen={setOpened}
        />
      ))}
      <ReachedList alerts={alerts.filter(isDone)} marketOf={marketOf} onOpen={setOpened} />
      <AlertSheet
        alert={opened}
        market={opened && marketOf(opened.symbol)}
        onClose={() => setOpened(undefined)}
      />
    </div>
  );
}

interface AlertSheetProps {
  alert: Alert | undefined;
  market: Instrument | undefined;
  onClose: () => void;
}

function AlertSheet({ alert, market, onClose }: AlertSheetProps) {
  const t = useT();
  const texts = useAlertTexts();
  const report = useReportError();
  const [isBusy, setBusy] = useState(false);
  const remove = async (id: number) => {
    setBusy(true);
    try {
      await removeAlert(id);
      showToast(t('price-alert.removed'), 'done');
      onClose();
    } catch (error) {
      report(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet
      isOpen={alert !== undefined}
      title={alert ? texts.named(alert, market) : ''}
      onClose={onClose}
    >
      {alert && (
        <div className={styles.form}>
          <p className={styles.quiet}>{texts.manner(alert)}</p>
          <Button kind="danger" isFull isBusy={isBusy} onPress={() => void remove(alert.ID)}>
            {t('price-alert.remove')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
