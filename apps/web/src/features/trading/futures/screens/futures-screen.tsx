/** Timed contracts: running ones, and the markets that offer them. */
import { useQuery } from '@tanstack/react-query';
import {
  formatPercentRange,
  NavBar,
  QuoteRow,
  ScreenBody,
  ScreenHeader,
  searchIcon,
  Section,
  StateBlock,
  TextButton,
  useNumberLocale,
} from '@tern/ui';
import { memo, useState } from 'react';
import {
  type ContractTerms,
  contractTermsQuery,
  hasNoContracts,
  termsIn,
} from '../../../../kernel/contract-terms.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { SearchBox } from '../../../../kernel/market-choice/search-box.tsx';
import { useAllMarkets } from '../../../../kernel/market-choice/use-all-markets.ts';
import { pages } from '../../../../kernel/pages.ts';
import { ClosedLine, useOpeningText } from '../../../../kernel/quotes/opening-time.tsx';
import { useQuoteFigure } from '../../../../kernel/quotes/quote-store.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { type ContractMarket, contractMarkets, returnRange } from '../contract-markets.ts';
import styles from '../parts/list.module.css';
import { NotOffered } from '../parts/not-offered.tsx';
import { RunningList } from '../parts/running-list.tsx';
import { RunningSheet } from '../parts/running-sheet.tsx';

export function FuturesScreen() {
  const t = useT();
  const to = useLinks();
  const back = useBack();
  const refresh = useRefresh();
  const [shown, setShown] = useState<number>();
  const query = useQuery(contractTermsQuery);
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('futures.title')}
          back={back}
          action={<TextButton {...to(pages.contractHistory)}>{t('futures.records')}</TextButton>}
        />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <Loaded query={query}>
          {(terms) =>
            hasNoContracts(terms) ? (
              <NotOffered why={terms} />
            ) : (
              <>
                <p className={styles.intro}>{t('futures.intro')}</p>
                <RunningList onOpen={setShown} />
                <ContractMarkets terms={terms} />
              </>
            )
          }
        </Loaded>
      </ScreenBody>
      <RunningSheet id={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

function ContractMarkets({ terms }: { terms: ContractTerms }) {
  const t = useT();
  const locale = useNumberLocale();
  const [typed, setTyped] = useState('');
  const returnOf = (symbol: string) => {
    const returns = returnRange(termsIn(terms, symbol)?.ratios ?? []);
    return returns && formatPercentRange(returns, locale);
  };
  return (
    <Section title={t('futures.markets')}>
      <div className={styles.search}>
        <SearchBox query={typed} onChange={setTyped} />
      </div>
      <Loaded query={useAllMarkets()}>
        {(markets) => {
          const listed = contractMarkets(markets, terms, typed);
          const isSearched = typed.trim() !== '';
          return (
            <>
              {!isSearched && !listed.some(({ isOpen }) => isOpen) && (
                <StateBlock kind="empty" title={t('futures.noMarkets')} />
              )}
              {isSearched && listed.length === 0 && (
                <StateBlock
                  kind="empty"
                  icon={searchIcon}
                  title={t('common.noMarketCalled', { query: typed.trim() })}
                />
              )}
              {listed.length > 0 && (
                <p className={styles.heads} aria-hidden="true">
                  <span>{t('futures.returnIfRight')}</span>
                  <span>{t('futures.lastPrice')}</span>
                </p>
              )}
              {listed.map((market) => (
                <ContractMarketRow
                  key={market.instrument.symbol}
                  {...market}
                  range={returnOf(market.instrument.symbol)}
                />
              ))}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

interface ContractMarketRowProps extends ContractMarket {
  /** The return of a right call: "+80–90%". */
  range: string | undefined;
}

const ContractMarketRow = memo(function ContractMarketRow(props: ContractMarketRowProps) {
  const { instrument, isOpen, opensAt, range } = props;
  const { symbol, base, quote, name, logo, pricePlaces, spark } = instrument;
  const t = useT();
  const to = useLinks();
  const price = useQuoteFigure(symbol, (live) => live?.price);
  const change = useQuoteFigure(symbol, (live) => live?.change);
  const opening = useOpeningText();
  const ifRight = range && t('futures.ifRightRange', { range });
  const spoken = isOpen ? [name, ifRight] : [name, t('common.marketClosed'), opening(opensAt)];
  return (
    <QuoteRow
      {...to(pages.contract, { symbol })}
      base={base}
      quote={quote}
      name={spoken.filter(Boolean).join(', ')}
      sub={isOpen ? range : <ClosedLine opensAt={opensAt} />}
      logo={logo === '' ? undefined : logo}
      price={price}
      places={pricePlaces}
      percent={change}
      points={spark}
      isClosed={!isOpen}
    />
  );
});
