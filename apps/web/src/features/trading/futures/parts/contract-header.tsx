/** The header of the contract page: market with its sheet, chart and records. */
import {
  candlesIcon,
  chevronLeftIcon,
  historyIcon,
  IconButton,
  Inline,
  Pill,
  ScreenHeader,
  useUiTexts,
} from '@tern/ui';
import { PairHeading } from '../../../../kernel/market-choice/pair-sheet.tsx';
import { pages } from '../../../../kernel/pages.ts';
import {
  ReconnectingPill,
  StalePricePill,
  useIsFeedLost,
} from '../../../../kernel/quotes/feed-health.tsx';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import styles from './contract.module.css';

export interface ContractHeaderProps {
  symbol: string;
  instrument: Instrument | undefined;
  isStale: boolean;
  onChooseMarket: () => void;
}

export function ContractHeader(props: ContractHeaderProps) {
  const { symbol, instrument, isStale, onChooseMarket } = props;
  const t = useT();
  const to = useLinks();
  const back = useBack();
  const texts = useUiTexts();
  const navigator = useNavigator();
  const isLost = useIsFeedLost();
  return (
    <ScreenHeader>
      <div className={styles.head}>
        <IconButton icon={chevronLeftIcon} label={texts.back} {...back} />
        <div className={styles.names}>
          <PairHeading
            pair={
              instrument ? `${instrument.base}/${instrument.quote}` : t('futures.contractTitle')
            }
            className={styles.title}
            onChoose={onChooseMarket}
          />
          {isStale ? (
            <StalePricePill />
          ) : isLost ? (
            <ReconnectingPill />
          ) : (
            <span className={styles.kind}>
              <Pill>{t('futures.contractTitle')}</Pill>
            </span>
          )}
        </div>
        <Inline isAtEnd>
          {navigator.has(pages.chart) && (
            <IconButton
              icon={candlesIcon}
              label={t('futures.chart')}
              {...to(pages.chart, { symbol })}
            />
          )}
          <IconButton
            icon={historyIcon}
            label={t('futures.historyTitle')}
            {...to(pages.contractHistory)}
          />
        </Inline>
      </div>
    </ScreenHeader>
  );
}
