/** One market of a list: logo, pair, sparkline, price over change. */
import { memo, type ReactNode } from 'react';
import { type Press, Pressable } from '../actions/pressable.tsx';
import { classNames } from '../class-names.ts';
import { CoinMark } from '../icons/marks.tsx';
import type { NumberText } from '../numbers/decimal-text.ts';
import { changeDirection, formatPrice } from '../numbers/format-number.ts';
import {
  useNumberLocale,
  ChangeText,
  PriceText,
  useSpokenChange,
} from '../numbers/number-text.tsx';
import { usePriceTint } from './price-tint.ts';
import styles from './quote-row.module.css';
import { Sparkline } from './sparkline.tsx';

export interface QuoteRowProps extends Press {
  readonly base: string;
  readonly quote: string;
  /** The asset's full name, announced to screen readers. */
  readonly name: string;
  /** The second line: the name, or "Vol 1.82B". */
  readonly sub: ReactNode;
  readonly logo?: string | undefined;
  readonly price: NumberText;
  readonly places?: number | undefined;
  /** Percent points; unknown prints `---` and draws a grey line. */
  readonly percent: NumberText;
  readonly points: readonly number[];
  /** A closed market: the price is dimmed, and the second line replaces the sparkline, which does not move. */
  readonly isClosed?: boolean;
}

export const QuoteRow = memo(function QuoteRow(props: QuoteRowProps) {
  const { base, quote, name, sub, price, places, percent, points, isClosed = false } = props;
  const locale = useNumberLocale();
  const spokenChange = useSpokenChange();
  const tinted = usePriceTint(price);
  const spoken = `${name}, ${formatPrice(price, { locale, places })} ${quote}, ${spokenChange(percent)}`;
  return (
    <Pressable
      href={props.href}
      onPress={props.onPress}
      label={spoken}
      className={classNames(styles.row, isClosed && styles.still)}
    >
      <CoinMark symbol={base} logo={props.logo} />
      <span>
        <span className={styles.name}>
          {base}
          <span>/{quote}</span>
        </span>
        <span className={styles.sub}>{sub}</span>
      </span>
      {!isClosed && (
        <span className={styles.spark}>
          <Sparkline points={points} direction={changeDirection(percent)} />
        </span>
      )}
      <span className={styles.numbers}>
        <span ref={tinted} className={classNames(styles.price, isClosed && styles.closed)}>
          <PriceText value={price} places={places} />
        </span>
        <span className={styles.change}>
          <ChangeText percent={percent} />
        </span>
      </span>
    </Pressable>
  );
});
