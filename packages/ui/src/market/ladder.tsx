/** The order book as one table: asks above, last price and spread, bids below; a tap takes the price. */
import { type CSSProperties, memo, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { AmountText, PriceText } from '../numbers/number-text.tsx';
import styles from './ladder.module.css';

export interface LadderLevel {
  readonly price: string;
  readonly quantity: string;
  /** Cumulative depth as a share of the deepest shown level, "0" to "1". */
  readonly depthShare: string;
}

export interface LadderProps {
  /** Name of the table: "Order book". */
  readonly label: string;
  /** Column heads, unit on the second line. */
  readonly priceHead: ReactNode;
  readonly quantityHead: ReactNode;
  /** Best first; the best ask is drawn next to the middle. */
  readonly asks: readonly LadderLevel[];
  readonly bids: readonly LadderLevel[];
  /** Last price, at the left of the middle line: a `PriceText`. */
  readonly last: ReactNode;
  /** At its right: "Spread 0.5". */
  readonly spread: ReactNode;
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
  /** Levels a side; missing ones keep their place. */
  readonly depth?: number;
  readonly onPick?: (price: string) => void;
}

interface LevelProps {
  readonly level: LadderLevel;
  readonly side: 'ask' | 'bid';
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
}

const Level = memo(function Level({ level, side, pricePlaces, quantityPlaces }: LevelProps) {
  return (
    <div
      role="row"
      className={classNames(styles.row, styles[side])}
      data-price={level.price}
      style={{ '--share': level.depthShare } as CSSProperties}
    >
      <span role="cell">
        <PriceText value={level.price} places={pricePlaces} />
      </span>
      <span role="cell">
        <AmountText value={level.quantity} places={quantityPlaces} />
      </span>
    </div>
  );
});

function Blanks({ count }: { readonly count: number }) {
  return Array.from({ length: Math.max(0, count) }, (_, index) => (
    <div key={index} className={styles.empty} aria-hidden="true" />
  ));
}

export function Ladder(props: LadderProps) {
  const { asks, bids, depth = 7, pricePlaces, quantityPlaces, onPick } = props;
  const places = { pricePlaces, quantityPlaces };
  // The price field does the same job for keys and screen readers, so rows only listen to taps.
  const onClick = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-price]');
    if (row?.dataset.price !== undefined) onPick?.(row.dataset.price);
  };
  const shownAsks = asks.slice(0, depth).reverse();
  const shownBids = bids.slice(0, depth);
  return (
    <div role="table" aria-label={props.label} onClick={onClick}>
      <div role="row" className={styles.head}>
        <span role="columnheader">{props.priceHead}</span>
        <span role="columnheader">{props.quantityHead}</span>
      </div>
      <Blanks count={depth - shownAsks.length} />
      {shownAsks.map((level) => (
        <Level key={level.price} level={level} side="ask" {...places} />
      ))}
      <div role="row" className={styles.middle}>
        <span role="cell" className={styles.last}>
          {props.last}
        </span>
        <span role="cell">{props.spread}</span>
      </div>
      {shownBids.map((level) => (
        <Level key={level.price} level={level} side="bid" {...places} />
      ))}
      <Blanks count={depth - shownBids.length} />
    </div>
  );
}
