/** Place a timed contract: market, line, duration, stake, possible results, and the member's own results so far. */
import { useQuery } from '@tanstack/react-query';
import { amountPlaces, Button, ScreenBody, Skeleton, StateBlock } from '@tern/ui';
import { useEffect, useState } from 'react';
import { contractTermsQuery, hasNoContracts, termsIn } from '../../../../kernel/contract-terms.ts';
import { lastContract } from '../../../../kernel/last-viewed.ts';
import { OneMarket, useOneMarket } from '../../../../kernel/market-choice/one-market.tsx';
import { usePairSheet } from '../../../../kernel/market-choice/pair-sheet.tsx';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useIsStale } from '../../../../kernel/quotes/feed-health.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../../platform/navigation/current-page.ts';
import { ContractForm } from '../parts/contract-form.tsx';
import { ContractHeader } from '../parts/contract-header.tsx';
import styles from '../parts/contract.module.css';
import { NotOffered } from '../parts/not-offered.tsx';
import { PriceHead } from '../parts/price-head.tsx';
import { RunningList } from '../parts/running-list.tsx';
import { RunningSheet } from '../parts/running-sheet.tsx';

/** The market in the URL, otherwise the last one. */
function useContractMarket(): [string, (symbol: string) => void] {
  const params = useParams();
  const [seen, setSeen] = useState<typeof params>();
  const [symbol, setSymbol] = useState(lastContract.symbol);
  if (params !== seen) {
    setSeen(params);
    setSymbol(params['symbol'] ?? symbol);
  }
  return [symbol, setSymbol];
}

export function ContractScreen() {
  const refresh = useRefresh();
  const [symbol, choose] = useContractMarket();
  const pairs = usePairSheet(symbol, choose);
  const { market } = useOneMarket(symbol);
  const isStale = useIsStale(symbol);
  const terms = useQuery(contractTermsQuery).data;
  const exists = market !== undefined;
  useEffect(() => {
    if (exists) lastContract.rememberSymbol(symbol);
  }, [exists, symbol]);
  return (
    <>
      <ContractHeader
        symbol={symbol}
        instrument={market}
        isStale={isStale}
        onChooseMarket={pairs.open}
      />
      {terms !== undefined && hasNoContracts(terms) ? (
        <ScreenBody>
          <NotOffered why={terms} />
        </ScreenBody>
      ) : (
        <ScreenBody foot="cta" onRefresh={refresh}>
          <OneMarket symbol={symbol} skeleton={<FormSkeleton />} onChoose={pairs.open}>
            {(instrument) => (
              <ContractMarket
                key={symbol}
                instrument={instrument}
                isStale={isStale}
                onChooseMarket={pairs.open}
              />
            )}
          </OneMarket>
        </ScreenBody>
      )}
      {pairs.sheet}
    </>
  );
}

interface ContractMarketProps {
  instrument: Instrument;
  isStale: boolean;
  onChooseMarket: () => void;
}

function ContractMarket({ instrument, isStale, onChooseMarket }: ContractMarketProps) {
  const t = useT();
  const [shown, setShown] = useState<number>();
  const all = useQuery({ ...contractTermsQuery, refetchInterval: 60_000 }).data;
  const isKnown = all !== undefined && !hasNoContracts(all);
  const terms = isKnown ? termsIn(all, instrument.symbol) : undefined;
  if (isKnown && terms === undefined) {
    return (
      <>
        <PriceHead instrument={instrument} />
        <StateBlock
          kind="empty"
          title={t('futures.notOnMarket')}
          text={t('futures.notOnMarketHint')}
          action={
            <Button isSmall onPress={onChooseMarket}>
              {t('common.chooseMarket')}
            </Button>
          }
        />
      </>
    );
  }
  return (
    <div className={styles.sides}>
      <div>
        <PriceHead instrument={instrument} />
        <RunningList onOpen={setShown} />
      </div>
      <div>
        {/* Without terms the form stays a skeleton: configuration calls fail silently. */}
        {terms === undefined ? (
          <FormSkeleton />
        ) : (
          <ContractForm
            instrument={instrument}
            isStale={isStale}
            terms={{ ...terms, places: amountPlaces(terms.asset, terms.places) }}
            onPlaced={setShown}
          />
        )}
      </div>
      <RunningSheet id={shown} onClose={() => setShown(undefined)} />
    </div>
  );
}

function FormSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton height="56px" />
      <Skeleton height="48px" />
      <Skeleton height="60px" />
    </div>
  );
}
