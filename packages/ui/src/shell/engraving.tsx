/** The brand texture behind a hero, a coloured header or the desktop column; never behind fields or tables. */
import { classNames } from '../class-names.ts';
import styles from './engraving.module.css';
import { type Engraved, rosette, wave } from './engraving-lines.ts';

const DRAW = { rosette, wave } as const;
const drawn = new Map<string, Engraved>();

function engraved(pattern: keyof typeof DRAW): Engraved {
  let lines = drawn.get(pattern);
  if (lines === undefined) {
    lines = DRAW[pattern]();
    drawn.set(pattern, lines);
  }
  return lines;
}

/**
 * `hero` and `login` are waves that fade in from the left, `header` is a rosette in the corner of a coloured band, `desk` a
 * plain rosette. Positioned in the nearest positioned ancestor.
 */
export interface EngravingProps {
  readonly place: 'hero' | 'login' | 'header' | 'desk';
  readonly className?: string | undefined;
}

export function Engraving({ place, className }: EngravingProps) {
  const isWave = place === 'hero' || place === 'login';
  const { width, height, pen, path } = engraved(isWave ? 'wave' : 'rosette');
  return (
    <svg
      className={classNames(styles.engraving, styles[place], className)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={isWave ? 'none' : undefined}
      fill="none"
      strokeWidth={pen}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
