/** Arrangement and type of what screens show: a column, a line, and a text, by the tokens' names instead of a class of each screen. */
import type { ComponentProps, ElementType } from 'react';
import { classNames } from '../class-names.ts';
import styles from './layout.module.css';

/** Pixels of the design, which grow with the font. */
type Gap = 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16;

/** A role of the type scale, `--t-…`. */
type TextSize =
  | 'hero'
  | 'price'
  | 'title'
  | 'head'
  | 'body'
  | 'strong'
  | 'label'
  | 'label-strong'
  | 'cap'
  | 'micro';

/** `soft` and `faint` are the second and third colour of text; `up` and `down` those the member chose for gains and losses. */
type Tone = 'main' | 'soft' | 'faint' | 'accent' | 'alert' | 'up' | 'down';

interface Look {
  readonly size?: TextSize;
  readonly tone?: Tone;
  /** Headings are set a little closer. */
  readonly isTight?: boolean;
  /** Breaks inside words that are too long: names, addresses. */
  readonly breaksAnywhere?: boolean;
  /** Above it. */
  readonly top?: Gap;
  /** Takes what is left of a line, and shrinks before its neighbours. */
  readonly isGrown?: boolean;
  /** At the end of a line, behind what is left of it. */
  readonly isAtEnd?: boolean;
}

interface Spaced extends Look {
  readonly gap?: Gap;
  /** Between lines, where it differs from `gap`. */
  readonly rowGap?: Gap;
}

/** The attributes of the element that is drawn, but for its class. */
type Drawn<Own, Tag extends ElementType> = Own & { readonly as?: Tag } & Omit<
    ComponentProps<Tag>,
    keyof Own | 'as' | 'className' | 'style'
  >;

interface Split {
  readonly classes: string;
  readonly rest: object;
}

function split<Props extends Spaced>(props: Props): Split {
  const { size, tone, isTight, breaksAnywhere, top, isGrown, isAtEnd, gap, rowGap, ...rest } =
    props;
  const classes = classNames(
    size && styles[size],
    tone && styles[tone],
    isTight && styles.tight,
    breaksAnywhere && styles.anywhere,
    top && styles[`top${top}`],
    isGrown && styles.grown,
    isAtEnd && styles.atEnd,
    gap && styles[`gap${gap}`],
    rowGap && styles[`row${rowGap}`],
  );
  return { classes, rest };
}

interface StackLook extends Spaced {
  /** Across the column; without it children are as wide as it. */
  readonly align?: 'start' | 'center' | 'end';
}

/** Children below each other. */
export function Stack<Tag extends ElementType = 'div'>(props: Drawn<StackLook, Tag>) {
  const { as: Element = 'div', align, ...others } = props as Drawn<StackLook, 'div'>;
  const { classes, rest } = split(others);
  const own =
    align && { start: styles.fromStart, center: styles.centred, end: styles.fromEnd }[align];
  return <Element className={classNames(styles.stack, own, classes)} {...rest} />;
}

interface InlineLook extends Spaced {
  /** Across the line. */
  readonly align?: 'start' | 'center' | 'end' | 'baseline';
  /** Along the line. */
  readonly justify?: 'center' | 'between' | 'end';
  /** What does not fit goes to the next line. */
  readonly isWrapped?: boolean;
  /** As wide as its children, within a line of text. */
  readonly isInText?: boolean;
}

/** Children beside each other. */
export function Inline<Tag extends ElementType = 'div'>(props: Drawn<InlineLook, Tag>) {
  const { as: Element = 'div', ...look } = props as Drawn<InlineLook, 'div'>;
  const { align, justify, isWrapped, isInText, ...others } = look;
  const { classes, rest } = split(others);
  const className = classNames(
    isInText ? styles.inText : styles.inline,
    align && styles[`items-${align}`],
    justify && styles[`content-${justify}`],
    isWrapped && styles.wrapped,
    classes,
  );
  return <Element className={className} {...rest} />;
}

interface TextLook extends Look {
  readonly align?: 'center' | 'end';
}

/** A text in one size and colour; without either that of what it is in. */
export function Text<Tag extends ElementType = 'p'>(props: Drawn<TextLook, Tag>) {
  const { as: Element = 'p', align, ...others } = props as Drawn<TextLook, 'p'>;
  const { classes, rest } = split(others);
  const className = classNames(align && styles[`text-${align}`], classes);
  return <Element className={className} {...rest} />;
}
