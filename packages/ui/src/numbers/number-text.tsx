/** The only components that print a number, an amount or a date. */
import { type ReactNode, createContext, use } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../content/visually-hidden.tsx';
import { useUiTexts } from '../ui-texts.ts';
import { isDecimalText, type NumberText, signOf } from './decimal-text.ts';
import { type DateDetail, formatDate, type Moment } from './format-date.ts';
import {
  changeDirection,
  formatAmount,
  formatChange,
  formatPercent,
  formatPrice,
  formatVolume,
  HIDDEN,
  isBelowOne,
  splitAmount,
  UNKNOWN,
} from './format-number.ts';
import styles from './number-text.module.css';

/** `<NumberLocale value="de">`; a BCP 47 tag. */
export const NumberLocale = createContext('en');

export function useNumberLocale(): string {
  return use(NumberLocale);
}

const DIRECTION_CLASS = { '-1': styles.down, '0': styles.flat, '1': styles.up } as const;

function directionClass(direction: -1 | 0 | 1): string | undefined {
  return DIRECTION_CLASS[`${direction}`];
}

function Unknown({ className }: { readonly className?: string | undefined }) {
  const texts = useUiTexts();
  return (
    <span className={classNames(className, styles.unknown)}>
      <span aria-hidden="true">{UNKNOWN}</span>
      <VisuallyHidden>{texts.unknown}</VisuallyHidden>
    </span>
  );
}

/** Longer ones do not fit on one line of a small phone in the next larger size. */
const HERO_LONG = 12;
const HERO_LONGEST = 17;

export interface AmountTextProps {
  readonly value: NumberText;
  /** Displayed places of the asset, see `amountPlaces`. */
  readonly places: number;
  readonly unit?: string;
  /** `hero` is the one main balance of a screen: 40 px. Both others dim decimals from one whole unit on. */
  readonly look?: 'plain' | 'quiet' | 'hero';
  /** Prints `+` before a gain, in the direction colour: realised profit and loss. */
  readonly isGain?: boolean;
  /** Prints `+` before a gain without colour: not yet realised. */
  readonly isSigned?: boolean;
  /** Prints "≈" before a converted value. */
  readonly isConverted?: boolean;
  readonly isHidden?: boolean;
  readonly className?: string;
}

export function AmountText(props: AmountTextProps) {
  const { value, places, unit, look = 'plain', isGain = false, isHidden = false } = props;
  const locale = useNumberLocale();
  const texts = useUiTexts();
  const options = { locale, places, isSigned: isGain || (props.isSigned ?? false) };
  const tone = isGain && isDecimalText(value) && !isHidden && directionClass(signOf(value, places));
  const isHero = look === 'hero' && styles.hero;
  const length = isHero && !isHidden ? formatAmount(value, options).length : 0;
  const size = length > HERO_LONGEST ? styles.longest : length > HERO_LONG && styles.long;
  const className = classNames(isHero, size, tone, props.className);
  const suffix = unit !== undefined && <span className={styles.unit}>{` ${unit}`}</span>;
  if (isHidden) {
    return (
      <span className={className}>
        <span aria-hidden="true">{HIDDEN}</span>
        <VisuallyHidden>{texts.hidden}</VisuallyHidden>
        {suffix}
      </span>
    );
  }
  if (!isDecimalText(value)) return <Unknown className={className} />;
  let digits: ReactNode = formatAmount(value, options);
  if (look !== 'plain') {
    const { whole, decimals } = splitAmount(value, options);
    digits = (
      <span>
        {whole}
        {isBelowOne(whole) ? decimals : <span className={styles.quiet}>{decimals}</span>}
      </span>
    );
  }
  return (
    <span className={className}>
      {props.isConverted && '≈ '}
      {digits}
      {suffix}
    </span>
  );
}

export interface PriceTextProps {
  readonly value: NumberText;
  /** The market's tick places; by default the value's own digits. */
  readonly places?: number | undefined;
  readonly direction?: -1 | 0 | 1;
  /** For the difference of two prices. */
  readonly isSigned?: boolean;
  readonly className?: string | undefined;
}

export function PriceText(props: PriceTextProps) {
  const { value, places, direction, isSigned = false, className } = props;
  const locale = useNumberLocale();
  if (!isDecimalText(value)) return <Unknown className={className} />;
  const tone = direction ? directionClass(direction) : undefined;
  return (
    <span className={classNames(tone, className)}>
      {formatPrice(value, { locale, places, isSigned })}
    </span>
  );
}

export interface ChangeTextProps {
  /** Percent points as a decimal string: "2.419" prints +2.41%. */
  readonly percent: NumberText;
  /** Off inside a pill or note with its own colour. */
  readonly isColoured?: boolean;
  readonly className?: string;
}

export function ChangeText({ percent, isColoured = true, className }: ChangeTextProps) {
  const spoken = useSpokenChange();
  const locale = useNumberLocale();
  const isKnown = isDecimalText(percent);
  const tone = isKnown ? directionClass(changeDirection(percent)) : styles.unknown;
  return (
    <span className={classNames(isColoured && tone, className)}>
      <span aria-hidden="true">{formatChange(percent, locale)}</span>
      <VisuallyHidden>{spoken(percent)}</VisuallyHidden>
    </span>
  );
}

/** A change as words: "up 2.41%", "change unknown"; for the labels of whole rows. */
export function useSpokenChange(): (percent: NumberText) => string {
  const texts = useUiTexts();
  const locale = useNumberLocale();
  return (percent) => {
    if (!isDecimalText(percent)) return texts.changeUnknown;
    const direction = changeDirection(percent);
    if (direction === 0) return texts.unchanged;
    const size = formatChange(percent.replace('-', ''), locale).replace('+', '');
    return direction > 0 ? texts.up(size) : texts.down(size);
  };
}

export interface VolumeTextProps {
  readonly value: NumberText;
  readonly className?: string;
}

export function VolumeText({ value, className }: VolumeTextProps) {
  const locale = useNumberLocale();
  if (!isDecimalText(value)) return <Unknown className={className} />;
  return <span className={className}>{formatVolume(value, locale)}</span>;
}

export interface PercentTextProps {
  /** Percent points as a decimal string; printed without a sign, for fees and rates. */
  readonly percent: NumberText;
  readonly places?: number;
  readonly className?: string;
}

export function PercentText({ percent, places, className }: PercentTextProps) {
  const locale = useNumberLocale();
  if (!isDecimalText(percent)) return <Unknown className={className} />;
  return <span className={className}>{formatPercent(percent, locale, places)}</span>;
}

export interface DateTextProps {
  readonly at: Moment;
  readonly detail?: DateDetail;
  readonly className?: string;
}

export function DateText({ at, detail, className }: DateTextProps) {
  const locale = useNumberLocale();
  const text = formatDate(at, { locale, detail });
  if (text === UNKNOWN) return <Unknown className={className} />;
  const time = new Date(at as number | string).toISOString();
  return (
    <time className={className} dateTime={time}>
      {text}
    </time>
  );
}
