/** The way into short contracts: what runs, and the markets they are placed on. */
import { useQuery } from '@tanstack/react-query';
import {
  NavBar,
  QuoteRow,
  ScreenBody,
  ScreenHeader,
  Section,
  StateBlock,
  TextButton,
} from '@tern/ui';
import { memo, useState } from 'react';
import {
  type ContractTerms,
  contractTermsQuery,
  hasNoContracts,
} from '../../../kernel/contract-terms.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useMarkets } from '../../../kernel/quotes/market-feed.ts';
import { ClosedLine, useOpeningText } from '../../../kernel/quotes/opening.tsx';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { useQuote } from '../../../kernel/quotes/quote-store.ts';
import { useRefresh } from '../../../kernel/refresh.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../platform/navigation/links.ts';
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
  const crypto = useMarkets('crypto');
  const others = useMarkets('metalsAndForex');
  const offered = new Map(terms.markets.map((market) => [market.coinname, market]));
  return (
    <Section title={t('futures.markets')}>
      <Loaded query={crypto}>
        {(first) => {
          const known = [...first, ...(others.data ?? [])].filter(({ symbol }) =>
            offered.has(symbol),
          );
          // Closed markets stand last: nothing can be placed there now.
          const open = known.filter(({ symbol }) => offered.get(symbol)?.isOpen);
          const closed = known.filter(({ symbol }) => !offered.get(symbol)?.isOpen);
          return (
            <>
              {open.length === 0 && <StateBlock kind="empty" title={t('futures.noMarkets')} />}
              {open.map((instrument) => (
                <ContractMarketRow key={instrument.symbol} instrument={instrument} isOpen />
              ))}
              {closed.map((instrument) => (
                <ContractMarketRow
                  key={instrument.symbol}
                  instrument={instrument}
                  isOpen={false}
                  opensAt={offered.get(instrument.symbol)?.opensAt}
                />
              ))}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

interface ContractMarketRowProps {
  instrument: Instrument;
  isOpen: boolean;
  opensAt?: string | null | undefined;
}

const ContractMarketRow = memo(function ContractMarketRow(props: ContractMarketRowProps) {
  const { instrument, isOpen, opensAt } = props;
  const { symbol, base, quote, name, logo, pricePlaces, spark } = instrument;
  const t = useT();
  const to = useLinks();
  const live = useQuote(symbol);
  const opening = useOpeningText();
  const closed = [name, t('common.marketClosed'), opening(opensAt)].filter(Boolean).join(', ');
  return (
    <QuoteRow
      {...to(pages.contract, { symbol })}
      base={base}
      quote={quote}
      name={isOpen ? name : closed}
      sub={isOpen ? name : <ClosedLine opensAt={opensAt} />}
      logo={logo === '' ? undefined : logo}
      price={live?.price}
      places={pricePlaces}
      percent={live?.change}
      points={spark}
      isClosed={!isOpen}
    />
  );
});
