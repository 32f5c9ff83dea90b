/** Starred markets of every kind, and the star that adds them. */
import { Button, StateBlock, starIcon, SkeletonRows, IconButton } from '@tern/ui';
import { useMemo } from 'react';
import { favourites as starred, toggleFavourite } from '../../../../kernel/favourites.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useAllMarkets } from '../../../../kernel/market-choice/use-all-markets.ts';
import { MarketList } from './market-list.tsx';
import styles from './market.module.css';

export function FavouriteMarkets() {
  const favourites = starred.use();
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

interface StarButtonProps {
  symbol: string;
  /** "BTC/USDT" */
  pair: string;
}

/** Stars or unstars a market; kept on the device. */
export function StarButton({ symbol, pair }: StarButtonProps) {
  const t = useT();
  const isStarred = starred.use().includes(symbol);
  return (
    <IconButton
      icon={starIcon}
      isQuiet={!isStarred}
      className={isStarred ? styles.starred : undefined}
      label={t(isStarred ? 'market.unstar' : 'market.star', { pair })}
      onPress={() => toggleFavourite(symbol)}
    />
  );
}
