/** Amounts in one way everywhere: every decimal there is, cents for money, at least five places for a coin. */
import { AmountText, amountPlaces, VisuallyHidden } from '@tern/ui';
import styles from './room.module.css';
import { texts } from './texts.ts';

const COIN_PLACES = 5;
/** Something before the point: only then may the decimals stand back. */
const WHOLE_PART = /^-?0*[1-9]/;

export interface ExactAmountProps {
  /** Exact decimal text. */
  value: string;
  unit?: string | null;
  /** The unit stands elsewhere. */
  isBare?: boolean;
  isSigned?: boolean;
  /** Decimals stand back behind the whole part. */
  isQuiet?: boolean;
  /** The fewest places of a coin. */
  coinPlaces?: number;
}

/** What is decided must be seen whole: never fewer places than the value has. */
function placesOf(value: string, unit: string | null | undefined, coinPlaces: number): number {
  const own = value.split('.')[1]?.length ?? 0;
  return unit ? Math.max(own, amountPlaces(unit, coinPlaces)) : own;
}

export function ExactAmount(props: ExactAmountProps) {
  const { value, unit, isBare, isSigned, isQuiet, coinPlaces = COIN_PLACES } = props;
  return (
    <AmountText
      value={value}
      places={placesOf(value, unit, coinPlaces)}
      look={isQuiet === true && WHOLE_PART.test(value) ? 'quiet' : 'plain'}
      isSigned={isSigned ?? false}
      {...(unit && isBare !== true ? { unit } : {})}
    />
  );
}

export interface FigureProps {
  value: string;
  unit: string | null;
  /** Zeros after the point say nothing: "1,000,000" as a maximum. */
  isBound?: boolean;
  /** Nothing is "---". */
  isBlankZero?: boolean;
  /** The fewest places of a coin. */
  coinPlaces?: number;
}

/** An amount in a column whose unit stands once, elsewhere. */
export function Figure(props: FigureProps) {
  const { value, unit, isBound = false, isBlankZero = false, coinPlaces } = props;
  if (isBlankZero && !/[1-9]/.test(value)) return <Nothing />;
  const isWhole = isBound && !value.includes('.');
  return (
    <ExactAmount
      value={value}
      unit={isWhole ? null : unit}
      isBare
      isQuiet
      {...(coinPlaces === undefined ? {} : { coinPlaces })}
    />
  );
}

export function Nothing() {
  return (
    <>
      <span aria-hidden="true" className={styles.nothing}>
        ---
      </span>
      <VisuallyHidden>{texts.none}</VisuallyHidden>
    </>
  );
}
