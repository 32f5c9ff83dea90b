/** A small drawing of what an order type does: the price, its level, and where something happens. */
import type { ConditionalKind } from '../conditional-draft.ts';
import type { OrderType, Side } from '../order-arithmetic.ts';
import styles from './order-types.module.css';

export type FormType = OrderType | ConditionalKind | 'oco';

interface Sketch {
  readonly levels: readonly string[];
  readonly price: string;
  /** Where it trades. */
  readonly dots: readonly (readonly [x: number, y: number])[];
  /** Where it only triggers. */
  readonly trigger?: readonly [x: number, y: number];
  /** Ways of the price that are still open. */
  readonly ways?: string;
}

/** Of a sell, 48 by 36; a buy is the other way up. */
const SKETCHES: Record<FormType, Sketch> = {
  limit: { levels: ['M3 9H45'], price: 'M3 25 12 19 19 22 30 12 36 13 45 9', dots: [[45, 9]] },
  market: { levels: [], price: 'M3 22 12 16 20 20 30 13 45 17', dots: [[45, 17]] },
  stopLimit: {
    levels: ['M3 20H45', 'M36 27H45'],
    price: 'M3 9 12 7 20 13 29 17 34 20',
    trigger: [34, 20],
    dots: [[45, 27]],
  },
  stopMarket: { levels: ['M3 22H45'], price: 'M3 8 12 6 20 13 29 18 38 22', dots: [[38, 22]] },
  takeProfit: { levels: ['M3 11H45'], price: 'M3 26 12 22 20 24 30 15 38 11', dots: [[38, 11]] },
  trailingStop: {
    levels: ['M3 33 11 30 17 30 28 19H45'],
    price: 'M3 27 11 21 17 23 28 9 34 11 41 19',
    dots: [[41, 19]],
  },
  oco: {
    levels: ['M3 8H45', 'M3 27H45'],
    price: 'M3 19 12 15 19 20 26 17',
    ways: 'M26 17 42 8M26 17 42 27',
    dots: [
      [42, 8],
      [42, 27],
    ],
  },
};

export function OrderSketch({ type, side }: { type: FormType; side: Side }) {
  const { levels, price, dots, trigger, ways } = SKETCHES[type];
  return (
    <svg className={styles.sketch} width="48" height="36" viewBox="0 0 48 36" aria-hidden="true">
      <g transform={side === 'buy' ? 'matrix(1 0 0 -1 0 36)' : undefined}>
        {levels.map((path) => (
          <path key={path} className={styles.level} d={path} />
        ))}
        {ways !== undefined && <path className={styles.ways} d={ways} />}
        <path className={styles.price} d={price} />
        {trigger && <circle className={styles.trigger} cx={trigger[0]} cy={trigger[1]} r="3.2" />}
        {dots.map(([x, y]) => (
          <circle key={y} className={styles.dot} cx={x} cy={y} r="3.2" />
        ))}
      </g>
    </svg>
  );
}
