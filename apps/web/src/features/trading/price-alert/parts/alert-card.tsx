/** The alerts of one market: its price, a line with all levels, and a row for each. */
import {
  arrowDownIcon,
  arrowUpIcon,
  Card,
  classNames,
  formatChange,
  formatDate,
  formatPercent,
  formatPrice,
  Icon,
  marketIcon,
  Switch,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useQuoteFigure } from '../../../../kernel/quotes/quote-store.ts';
import { useReportError } from '../../../../kernel/report-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { distanceTo, placesOn } from '../alert-level.ts';
import { type Alert, switchAlert } from '../api.ts';
import { useAlertTexts } from '../use-alert-texts.ts';
import { MarketLine } from './market-line.tsx';
import styles from './price-alert.module.css';

const icons = { above: arrowUpIcon, below: arrowDownIcon, change: marketIcon } as const;

export interface AlertCardProps {
  /** Undefined for a market that is listed no more. */
  market: Instrument | undefined;
  symbol: string;
  alerts: readonly Alert[];
  onOpen: (alert: Alert) => void;
}

export function AlertCard({ market, symbol, alerts, onOpen }: AlertCardProps) {
  return (
    <Card>
      <MarketLine market={market} symbol={symbol} />
      <Ruler market={market} symbol={symbol} alerts={alerts} />
      {alerts.map((alert) => (
        <AlertRow key={alert.ID} alert={alert} market={market} onOpen={() => onOpen(alert)} />
      ))}
    </Card>
  );
}

/** The last price as a knob between the levels; a picture, the rows say the same. */
function Ruler({ market, symbol, alerts }: Pick<AlertCardProps, 'market' | 'symbol' | 'alerts'>) {
  const locale = useNumberLocale();
  const price = useQuoteFigure(symbol, (quote) => quote?.price);
  const levels = alerts.filter(({ kind, isOn }) => kind !== 'change' && isOn);
  if (price === undefined || levels.length === 0) return null;
  const prices = [price, ...levels.map(({ level }) => level)];
  const [now, ...marks] = placesOn(prices);
  const places = market?.pricePlaces;
  const lowest = prices[marks.indexOf(0) + 1];
  const highest = prices[marks.indexOf(100) + 1];
  return (
    <div className={styles.ruler} aria-hidden="true">
      <span className={styles.line}>
        {marks.map((at, index) => (
          <i key={levels[index]!.ID} className={styles.mark} style={{ left: `${at}%` }} />
        ))}
        <i className={styles.knob} style={{ left: `${now}%` }} />
      </span>
      <span className={styles.ends}>
        <span>{marks.includes(0) && formatPrice(lowest, { locale, places })}</span>
        <span>{marks.includes(100) && formatPrice(highest, { locale, places })}</span>
      </span>
    </div>
  );
}

function AlertRow({
  alert,
  market,
  onOpen,
}: { alert: Alert; onOpen: () => void } & Pick<AlertCardProps, 'market'>) {
  const t = useT();
  const locale = useNumberLocale();
  const texts = useAlertTexts();
  const report = useReportError();
  const [isBusy, setBusy] = useState(false);
  const title = texts.title(alert, market);
  const toggle = async (isOn: boolean) => {
    setBusy(true);
    await switchAlert(alert.ID, isOn).catch(report);
    setBusy(false);
  };
  const date = (at: string) => formatDate(at, { locale });
  const off = alert.isOn ? '' : t('price-alert.offSince', { date: date(alert.offAt) });
  const reached =
    alert.reachedAt === '' ? '' : t('price-alert.reachedLast', { time: date(alert.reachedAt) });
  return (
    <div className={classNames(styles.row, !alert.isOn && styles.isOff)}>
      <button type="button" className={styles.open} aria-haspopup="dialog" onClick={onOpen}>
        <span className={styles.tile}>
          <Icon of={icons[alert.kind]} size={18} />
        </span>
        <span className={styles.words}>
          <b>{title}</b>
          <small>{off || texts.manner(alert)}</small>
          {reached !== '' && <small>{reached}</small>}
        </span>
        <Away alert={alert} />
      </button>
      <Switch
        look="bare"
        label={t('price-alert.switchName', { alert: title })}
        isOn={alert.isOn}
        isDisabled={isBusy}
        onChange={(isOn) => void toggle(isOn)}
      />
    </div>
  );
}

function Away({ alert: { symbol, kind, level } }: { alert: Alert }) {
  const t = useT();
  const locale = useNumberLocale();
  const away = useQuoteFigure(symbol, (quote) =>
    kind === 'change' ? quote?.change : distanceTo(level, quote?.price),
  );
  if (away === undefined) return null;
  const text =
    kind === 'change'
      ? t('price-alert.now', { percent: formatChange(away, locale) })
      : t('price-alert.away', { percent: formatPercent(away, locale) });
  return <span className={styles.away}>{text}</span>;
}
