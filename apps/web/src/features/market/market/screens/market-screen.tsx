/** Markets: movers, sortable lists, favourites, and search. */
import {
  BigTitle,
  IconButton,
  ScreenBody,
  ScreenHeader,
  searchIcon,
  starIcon,
  TabPanel,
  Tabs,
  useBackCloses,
} from '@tern/ui';
import { useState } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../platform/navigation/current-page.ts';
import { FavouriteMarkets } from '../parts/favourite-markets.tsx';
import { KindOfMarkets } from '../parts/market-list.tsx';
import { ListPill } from '../parts/live-pill.tsx';
import { MarketSearch } from '../parts/market-search.tsx';
import styles from '../parts/market.module.css';

const TABS = ['crypto', 'metalsAndForex', 'favourites'] as const;
type Tab = (typeof TABS)[number];

/** Search is a state of the page, also set by its URL (`?search=1`). */
function useSearching(): [boolean, (isSearching: boolean) => void] {
  const params = useParams();
  const navigator = useNavigator();
  const [seen, setSeen] = useState<typeof params>();
  const [isSearching, setSearching] = useState(false);
  if (params !== seen) {
    setSeen(params);
    setSearching(params['search'] === '1');
  }
  const set = (wanted: boolean) => {
    if (!wanted && params['search'] !== undefined) navigator.redirect(pages.market);
    else setSearching(wanted);
  };
  useBackCloses(isSearching && params['search'] === undefined, () => {
    setSearching(false);
    return true;
  });
  return [isSearching, set];
}

export function MarketScreen() {
  const t = useT();
  const refresh = useRefresh();
  const [tab, setTab] = useState<Tab>('crypto');
  const [isSearching, setSearching] = useSearching();
  if (isSearching) return <MarketSearch onClose={() => setSearching(false)} />;
  const isOnFavourites = tab === 'favourites';
  return (
    <>
      <ScreenHeader>
        <BigTitle
          title={t('market.title')}
          aside={<ListPill kind={tab === 'metalsAndForex' ? tab : 'crypto'} />}
          actions={
            <>
              <IconButton
                icon={searchIcon}
                label={t('common.searchMarkets')}
                onPress={() => setSearching(true)}
              />
              <IconButton
                icon={starIcon}
                label={t('market.favourites')}
                className={isOnFavourites ? styles.starred : undefined}
                onPress={() => setTab(isOnFavourites ? 'crypto' : 'favourites')}
              />
            </>
          }
        />
        <Tabs
          id="markets"
          label={t('market.kinds')}
          items={TABS.map((key) => ({ key, label: t(`market.${key}`) }))}
          value={tab}
          onChange={setTab}
        />
      </ScreenHeader>
      <ScreenBody foot="tab" onRefresh={refresh}>
        <TabPanel tabs="markets" value={tab}>
          {tab === 'favourites' ? <FavouriteMarkets /> : <KindOfMarkets key={tab} kind={tab} />}
        </TabPanel>
      </ScreenBody>
    </>
  );
}
