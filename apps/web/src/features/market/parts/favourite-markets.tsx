/** Starred markets of every kind. */
import { Button, StateBlock, starIcon } from '@tern/ui';
import { useMemo } from 'react';
import { useFavourites } from '../../../kernel/favourites.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { pages } from '../../../kernel/pages.ts';
import { useAllMarkets } from '../../../kernel/market-choice/use-all-markets.ts';
import { MarketList } from './market-list.tsx';
import { SkeletonRows } from '@tern/ui';

export function FavouriteMarkets() {
  const favourites = useFavourites();
  return favourites.length === 0 ? <NoFavourites /> : <StarredList favourites={favourites} />;
}

function StarredList({ favourites }: { favourites: readonly string[] }) {
  const query = useAllMarkets();
  const starred = useMemo(
    () => query.data?.filter((market) => favourites.includes(market.symbol)),
    [query.data, favourites],
  );
  return (
    <Loaded query={{ ...query, data: starred }} skeleton={<SkeletonRows />}>
      {(markets) => (markets.length === 0 ? <NoFavourites /> : <MarketList markets={markets} />)}
    </Loaded>
  );
}

function NoFavourites() {
  const t = useT();
  const navigator = useNavigator();
  return (
    <StateBlock
      kind="empty"
      icon={starIcon}
      title={t('market.noFavourites')}
      text={t('market.noFavouritesHint')}
      action={
        <Button isSmall onPress={() => navigator.push(pages.market, { search: '1' })}>
          {t('common.searchMarkets')}
        </Button>
      }
    />
  );
}
