/** The order book as one table: asks above, last price and spread, bids below; tapping a row picks its price. */
import { type CSSProperties, memo, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { wholeDigitsOf } from '../numbers/decimal-text.ts';
import { AmountText, PriceText, VolumeText } from '../numbers/number-text.tsx';
import styles from './ladder.module.css';

export interface LadderLevel {
  readonly price: string;
  readonly quantity: string;
  /** Cumulative depth as a share of the deepest shown level, "0" to "1". */
  readonly depthShare: string;
}

export interface LadderProps {
  /** Accessible name: "Order book". */
  readonly label: string;
  /** Column headers, with the unit on the second line. */
  readonly priceHead: ReactNode;
  readonly quantityHead: ReactNode;
  /** Best first; the best ask is drawn next to the middle. */
  readonly asks: readonly LadderLevel[];
  readonly bids: readonly LadderLevel[];
  /** Last price, on the left of the middle line: a `PriceText`. */
  readonly last: ReactNode;
  /** On its right: "Spread 0.5". */
  readonly spread: ReactNode;
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
  /** Levels per side; missing ones keep their place. */
  readonly depth?: number;
  /** Must be stable, or every row rerenders. */
  readonly onPick?: (price: string) => void;
}

/** Characters of a price and a quantity that fit next to each other in the narrow column. */
const ROW_CHARACTERS = 19;

function charactersOf(value: string, places: number): number {
  const whole = Math.max(1, wholeDigitsOf(value));
  return whole + Math.floor((whole - 1) / 3) + (places > 0 ? places + 1 : 0);
}

interface LevelProps extends LadderLevel {
  /** Abbreviated, "2.89M": in full they would overlap the prices. */
  readonly isShort: boolean;
  readonly side: 'ask' | 'bid';
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
  readonly onPick: ((price: string) => void) | undefined;
}

/** Rerenders when its own figures change; each book is made of new objects. */
const Level = memo(function Level(props: LevelProps) {
  const { quantity, side, pricePlaces, quantityPlaces, isShort, onPick } = props;
  const price = <PriceText value={props.price} places={pricePlaces} />;
  return (
    <div
      role="row"
      className={classNames(styles.row, styles[side])}
      style={{ '--share': props.depthShare } as CSSProperties}
    >
      <span role="cell" className={styles.price}>
        {onPick === undefined ? (
          price
        ) : (
          // Not a tab stop: the price field does the same.
          <button
            type="button"
            tabIndex={-1}
            className={styles.pick}
            onClick={() => onPick(props.price)}
          >
            {price}
          </button>
        )}
      </span>
      <span role="cell">
        {isShort ? (
          <VolumeText value={quantity} />
        ) : (
          <AmountText value={quantity} places={quantityPlaces} />
        )}
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
  const shownAsks = asks.slice(0, depth).reverse();
  const shownBids = bids.slice(0, depth);
  const isShort = [...shownAsks, ...shownBids].some(
    ({ price, quantity }) =>
      charactersOf(price, pricePlaces) + charactersOf(quantity, quantityPlaces) > ROW_CHARACTERS,
  );
  // Keys count from the middle, not prices: all prices move together, and a tap must end on the row on which it began.
  const shared = { pricePlaces, quantityPlaces, isShort, onPick };
  return (
    <div role="table" aria-label={props.label}>
      <div role="row" className={styles.head}>
        <span role="columnheader">{props.priceHead}</span>
        <span role="columnheader">{props.quantityHead}</span>
      </div>
      <Blanks count={depth - shownAsks.length} />
      {shownAsks.map((level, index) => (
        <Level key={shownAsks.length - index} {...level} side="ask" {...shared} />
      ))}
      <div role="row" className={styles.middle}>
        <span role="cell" className={styles.last}>
          {props.last}
        </span>
        <span role="cell">{props.spread}</span>
      </div>
      {shownBids.map((level, index) => (
        <Level key={index} {...level} side="bid" {...shared} />
      ))}
      <Blanks count={depth - shownBids.length} />
    </div>
  );
}
