/** Stars or unstars a market; kept on the device. */
import { IconButton, starIcon } from '@tern/ui';
import { toggleFavourite, useFavourites } from '../../../kernel/favourites.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import styles from './market.module.css';

export interface StarButtonProps {
  symbol: string;
  /** "BTC/USDT" */
  pair: string;
}

export function StarButton({ symbol, pair }: StarButtonProps) {
  const t = useT();
  const isStarred = useFavourites().includes(symbol);
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
