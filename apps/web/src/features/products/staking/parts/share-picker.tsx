/** The fixed shares of a shared machine: which are free, and what buying one means. */
import {
  Card,
  checkIcon,
  classNames,
  formatAmount,
  formatDate,
  formatPercent,
  Icon,
  Inline,
  lockIcon,
  Text,
  useNumberLocale,
  warningIcon,
} from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Product, Share } from '../products.ts';
import { shareNews } from '../view-model.ts';
import styles from './share-picker.module.css';

export interface SharePickerProps {
  product: Product;
  /** The percent of the chosen share. */
  chosen: number | undefined;
  /** When the machine starts if the last share is bought now. */
  startAt: string | null | undefined;
  error: string | undefined;
  onChoose: (percent: number) => void;
}

export function SharePicker({ product, chosen, startAt, error, onChoose }: SharePickerProps) {
  const t = useT();
  const { shares } = product;
  const held = shares.filter(({ heldAt }) => heldAt !== null).length;
  return (
    <Card>
      <Inline gap={12} rowGap={4} justify="between" isWrapped size="label" tone="soft">
        <span>{t('staking.shareCount', { count: shares.length })}</span>
        <span>{t('staking.heldCount', { held, count: shares.length })}</span>
      </Inline>
      <Inline role="radiogroup" aria-label={t('staking.shares')} gap={6} isWrapped top={10}>
        {shares.map((share, index) => (
          <ShareTile
            // Two shares may have the same percent; they never change places.
            key={index}
            share={share}
            payCoin={product.payCoin}
            isChosen={share.heldAt === null && share.percent === chosen && isFirst(shares, index)}
            onChoose={() => onChoose(share.percent)}
          />
        ))}
      </Inline>
      {error === undefined ? (
        <Text size="label" tone="soft" top={12}>
          <ShareNewsText {...{ shares, chosen, startAt }} />
        </Text>
      ) : (
        <p role="alert" className={styles.error}>
          <Icon of={warningIcon} size={14} />
          {error}
        </p>
      )}
    </Card>
  );
}

/** Of several free shares with the same percent the first one is shown as chosen. */
const isFirst = (shares: readonly Share[], index: number) =>
  shares.findIndex(
    ({ percent, heldAt }) => heldAt === null && percent === shares[index]?.percent,
  ) === index;

interface ShareTileProps {
  share: Share;
  payCoin: string;
  isChosen: boolean;
  onChoose: () => void;
}

function ShareTile({ share, payCoin, isChosen, onChoose }: ShareTileProps) {
  const t = useT();
  const locale = useNumberLocale();
  const places = useCoinPlaces(payCoin);
  const { percent, price, heldAt } = share;
  const isHeld = heldAt !== null;
  return (
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      disabled={isHeld}
      className={classNames(styles.share, isHeld && styles.held)}
      style={{ flexGrow: percent }}
      onClick={onChoose}
    >
      <b>{formatPercent(String(percent), locale)}</b>
      <span>{formatAmount(price, { locale, places: exactPlaces(price, places) })}</span>
      <em>
        {(isHeld || isChosen) && <Icon of={isHeld ? lockIcon : checkIcon} size={14} />}
        {isHeld
          ? t('staking.heldSince', { date: formatDate(heldAt, { locale, detail: 'date' }) })
          : t(isChosen ? 'staking.yourChoice' : 'staking.free')}
      </em>
    </button>
  );
}

function ShareNewsText({
  shares,
  chosen,
  startAt,
}: {
  shares: readonly Share[];
  chosen: number | undefined;
  startAt: string | null | undefined;
}) {
  const t = useT();
  const locale = useNumberLocale();
  const day = (at: string | null | undefined) => formatDate(at, { locale, detail: 'day' });
  const news = shareNews(shares, chosen);
  switch (news.kind) {
    case 'last':
      return t('staking.lastShare', { date: day(startAt) });
    case 'waits':
      return t('staking.waitsForOthers', { others: formatPercent(String(news.others), locale) });
    case 'all-held':
      return t('staking.allHeld', { date: day(news.since) });
  }
}
