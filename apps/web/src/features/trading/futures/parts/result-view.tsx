/** How a contract ended: profit and loss have the same weight; an invalid contract explains the refund. */
import {
  AmountText,
  DateText,
  formatAmount,
  KeyValue,
  KeyValues,
  Note,
  PriceText,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useMarketOf } from '../../../../kernel/quotes/market-feed.ts';
import { useSiteConfig } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Contract } from '../contract-pages.ts';
import { STAKE_PLACES } from '../contract-view.ts';
import styles from './running.module.css';

const STAKE_UNIT = 'USDT';
const OUTCOMES = {
  open: undefined,
  win: 'futures.wasRight',
  loss: 'futures.wasWrong',
  tie: 'futures.wasLevel',
} as const;

/** Sign and amount, largest of all, with the words. */
export function ResultHead({ contract }: { contract: Contract }) {
  const t = useT();
  const locale = useNumberLocale();
  const { status, outcome, reason, profit, stake } = contract;
  const amount = `${formatAmount(stake, { locale, places: STAKE_PLACES })} ${STAKE_UNIT}`;
  if (status === 'invalid') {
    return (
      <div className={styles.result} role="status">
        <Note>
          {t('futures.stakeBack', { amount })}{' '}
          {t(reason === 'notOpened' ? 'futures.notOpened' : 'futures.staleClose')}
        </Note>
      </div>
    );
  }
  const words = OUTCOMES[outcome];
  return (
    <div className={styles.result} role="status">
      <AmountText
        isGain
        value={profit}
        places={STAKE_PLACES}
        unit={STAKE_UNIT}
        className={styles.gain ?? ''}
      />
      {words && (
        <Text size="label" tone="soft" top={4}>
          {t(words)}
        </Text>
      )}
    </div>
  );
}

/** The source of the prices, as text. */
export function usePriceSource(): string {
  const t = useT();
  const source = useSiteConfig()?.priceSource;
  return source === undefined || source === 'simulated' ? t('futures.simulatedPrices') : source;
}

export function ResultView({ contract }: { contract: Contract }) {
  const t = useT();
  const places = useMarketOf(contract.symbol)?.pricePlaces;
  const source = usePriceSource();
  return (
    <div>
      <ResultHead contract={contract} />
      {contract.closePrice !== '' && (
        <KeyValues>
          <KeyValue
            name={t('futures.entry')}
            value={<PriceText value={contract.openPrice} places={places} />}
          />
          <KeyValue
            name={t('futures.entryTime')}
            value={<DateText at={contract.openAt} detail="second" />}
          />
          <KeyValue
            name={t('futures.close')}
            value={<PriceText value={contract.closePrice} places={places} />}
          />
          <KeyValue
            name={t('futures.closeTime')}
            value={<DateText at={contract.dueAt} detail="second" />}
          />
          <KeyValue name={t('futures.priceSource')} value={source} />
        </KeyValues>
      )}
    </div>
  );
}
