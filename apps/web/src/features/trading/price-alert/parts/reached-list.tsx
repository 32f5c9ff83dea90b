/** Alerts that were reached and do not repeat, newest first. */
import {
  Button,
  Card,
  checkIcon,
  formatDate,
  formatPrice,
  Icon,
  Section,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useReportError } from '../../../../kernel/report-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type Alert, switchAlert } from '../api.ts';
import { useAlertTexts } from '../use-alert-texts.ts';
import styles from './price-alert.module.css';

export interface ReachedListProps {
  alerts: readonly Alert[];
  marketOf: (symbol: string) => Instrument | undefined;
  onOpen: (alert: Alert) => void;
}

export function ReachedList({ alerts, marketOf, onOpen }: ReachedListProps) {
  const t = useT();
  if (alerts.length === 0) return null;
  return (
    <Section title={t('price-alert.reached')}>
      <Card>
        {alerts.map((alert) => (
          <Reached
            key={alert.ID}
            alert={alert}
            market={marketOf(alert.symbol)}
            onOpen={() => onOpen(alert)}
          />
        ))}
      </Card>
    </Section>
  );
}

interface ReachedProps {
  alert: Alert;
  market: Instrument | undefined;
  onOpen: () => void;
}

function Reached({ alert, market, onOpen }: ReachedProps) {
  const t = useT();
  const locale = useNumberLocale();
  const texts = useAlertTexts();
  const report = useReportError();
  const [isBusy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await switchAlert(alert.ID, true).catch(report);
    setBusy(false);
  };
  return (
    <div className={styles.row}>
      <button type="button" className={styles.open} aria-haspopup="dialog" onClick={onOpen}>
        <span className={styles.tile}>
          <Icon of={checkIcon} size={18} />
        </span>
        <span className={styles.words}>
          <b>{texts.named(alert, market)}</b>
          <small>
            {t('price-alert.reachedAt', {
              time: formatDate(alert.reachedAt, { locale }),
              price: formatPrice(alert.reachedPrice, { locale, places: market?.pricePlaces }),
            })}
          </small>
        </span>
      </button>
      <Button isSmall isBusy={isBusy} onPress={() => void again()}>
        {t('price-alert.setAgain')}
      </Button>
    </div>
  );
}
