/** Amounts without rounding: cents for money, at least five places for a coin. */
import { amountPlaces, AmountText, formatAmount, Text, VisuallyHidden } from '@tern/ui';
import { texts } from './texts.ts';

const COIN_PLACES = 5;
/** The integer part is not zero: only then are the decimals dimmed. */
const WHOLE_PART = /^-?0*[1-9]/;

export interface ExactAmountProps {
  /** Exact decimal text. */
  value: string;
  unit?: string | null;
  /** The unit is shown elsewhere. */
  isBare?: boolean;
  isSigned?: boolean;
  /** Dims the decimals. */
  isQuiet?: boolean;
  /** Minimum places of a coin. */
  coinPlaces?: number;
}

/** Never fewer places than the value has: an operator must see the exact amount. */
function placesOf(value: string, unit: string | null | undefined, coinPlaces: number): number {
  const own = value.split('.')[1]?.length ?? 0;
  return unit ? Math.max(own, amountPlaces(unit, coinPlaces)) : own;
}

/** In a sentence: "0.0035496 BTC", with two places at least. */
export const amountInWords = (value: string, unit: string): string =>
  `${formatAmount(value, { locale: 'en', places: placesOf(value, unit, 2) })} ${unit}`;

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
  /** Omits trailing zeros: "1,000,000" as a maximum. */
  isBound?: boolean;
  /** Null is shown as "---". */
  isBlankZero?: boolean;
  /** Minimum places of a coin. */
  coinPlaces?: number;
}

/** An amount in a column whose unit is in the heading. */
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
      <Text as="span" aria-hidden="true" tone="faint">
        ---
      </Text>
      <VisuallyHidden>{texts.none}</VisuallyHidden>
    </>
  );
}
