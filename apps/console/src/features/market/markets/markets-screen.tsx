/** Markets: which trade and which do not; a row opens the market. */
import { percentOf } from '@tern/money';
import { Button, CoinMark, DateText, Inline, Segmented, StateBlock } from '@tern/ui';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { FilterText } from '../../../kernel/list-controls.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { usePermission } from '../../../kernel/session.ts';
import { goTo, hrefOf, useAddress } from '../../../platform/address.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import { type Market, useMarkets } from './api.ts';
import { ListingList } from './listings/listing-list.tsx';
import { ListingPage } from './listings/listing-page.tsx';
import { listingTexts } from './listings/texts.ts';
import { MarketPage } from './market-page.tsx';
import { PriceAge } from './price-age.tsx';
import { StatePill } from './state-pill.tsx';
import { marketTexts } from './texts.ts';
import { countOf, FILTERS, type Filter, found, nameOf, summaryOf } from './market-list.ts';

const { markets } = marketTexts;

export function MarketsScreen() {
  const { params } = useAddress();
  const { symbol, listing } = params;
  if (listing !== undefined) return <ListingPage key={listing} listing={listing} />;
  if (symbol !== undefined) return <MarketPage key={symbol} symbol={symbol} />;
  return <List />;
}

/** "until 11:41 unless confirmed", "opens Mon 22:00" */
function Ahead({ market: { halt, state, opensAt } }: { market: Market }) {
  if (halt !== null) {
    if (halt.until === null) return markets.untilReopened;
    const end = <DateText at={halt.until} detail="short" />;
    return (
      <>
        {markets.until} {end}{' '}
        {halt.confirmedBy === null && halt.by !== null && markets.unlessConfirmed}
      </>
    );
  }
  if (state !== 'closed' || opensAt === null) return null;
  return (
    <>
      {markets.opens} <DateText at={opensAt} detail="short" />
    </>
  );
}

const { heads } = markets;
const none = '---';

const columns: readonly Column<Market>[] = [
  {
    key: 'market',
    head: heads.market,
    cell: (market) => (
      <Inline gap={8} align="center">
        <CoinMark symbol={market.base} size={24} />
        <b>{nameOf(market)}</b>
      </Inline>
    ),
  },
  {
    key: 'state',
    head: heads.state,
    isLong: true,
    cell: (market) => (
      <Inline gap={8} align="center">
        <StatePill state={market.state} />
        <Ahead market={market} />
      </Inline>
    ),
  },
  {
    key: 'volume',
    head: heads.volume,
    isNumber: true,
    cell: ({ volume, quote }) => <ExactAmount value={volume} unit={quote} isQuiet />,
  },
  { key: 'spread', head: heads.spread, isNumber: true, cell: ({ spread }) => spread ?? none },
  {
    key: 'maker',
    head: heads.maker,
    isNumber: true,
    cell: ({ makerFee }) => percentOf(makerFee),
  },
  {
    key: 'taker',
    head: heads.taker,
    isNumber: true,
    cell: ({ takerFee }) => percentOf(takerFee),
  },
  { key: 'orders', head: heads.orders, isNumber: true, cell: ({ openOrders }) => openOrders },
  {
    key: 'sources',
    head: heads.sources,
    isNumber: true,
    cell: ({ sources }) =>
      markets.ofSources(sources.filter(({ isLive }) => isLive).length, sources.length),
  },
  {
    key: 'age',
    head: heads.age,
    isNumber: true,
    cell: ({ tickAt, state }) => <PriceAge at={state === 'closed' ? null : tickAt} />,
  },
  { key: 'ahead', head: heads.ahead, cell: (market) => <Coming market={market} /> },
];

/** The delisting, else the one change by its date, more as a number. */
function Coming({ market: { changesAt, delisting } }: { market: Market }) {
  if (delisting?.state === 'agreed') {
    return (
      <>
        {markets.delist.ahead} <DateText at={delisting.ordersUntil} detail="short" />
      </>
    );
  }
  const [first, ...others] = changesAt;
  if (first === undefined) return null;
  if (others.length > 0) return markets.versions.moreAhead(changesAt.length);
  return (
    <>
      {markets.versions.ahead} <DateText at={first} detail="short" />
    </>
  );
}

function List() {
  const { params } = useAddress();
  const query = useMarkets();
  const shown: Filter = FILTERS.find((each) => each === params['show']) ?? 'all';
  const search = params['search'] ?? '';
  const all = query.data;
  const mayList = usePermission('markets.propose');
  const begin = () => goTo(pages.markets, { listing: 'new' });
  useShortcuts({ l: mayList ? begin : undefined });
  return (
    <Page
      title={texts.nav.markets}
      actions={
        mayList && (
          <Button isSmall onPress={begin}>
            {listingTexts.act}
          </Button>
        )
      }
      line={all && summaryOf(all)}
      bar={
        <>
          <Segmented
            label={markets.show}
            isSmall
            options={FILTERS.map((key) => ({
              key,
              label: `${markets.filters[key]} ${all === undefined ? '' : countOf(all, key)}`.trim(),
            }))}
            value={shown}
            onChange={(show) => goTo(pages.markets, { show, search })}
          />
          <FilterText
            key={search}
            label={markets.search}
            name="search"
            given={search}
            onFind={(text) => goTo(pages.markets, { show: shown, search: text })}
          />
        </>
      }
      foot={<KeysHint more={mayList ? [[['L'], listingTexts.key]] : []}>{markets.rule}</KeysHint>}
    >
      <ListingList />
      <Loaded query={query}>
        {(list) => (
          <Table
            label={markets.list}
            rows={found(list, shown, search)}
            columns={columns}
            keyOf={({ symbol }) => symbol}
            hrefOf={({ symbol }) => hrefOf(pages.markets, { symbol })}
            empty={<StateBlock kind="empty" title={markets.noneFound} />}
          />
        )}
      </Loaded>
    </Page>
  );
}
