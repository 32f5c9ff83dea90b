/** Draws the icons of the set, and the arrow of a gain or a loss. */
import { rem } from '../rem.ts';

export interface IconProps {
  /** A path such as `homeIcon`. */
  readonly of: string;
  readonly size?: number;
  readonly className?: string | undefined;
}

/** Sub-paths that are single dots need a thicker stroke. */
const isDot = (path: string) => /h\.0?1$/.test(path);

/** 1.6 stroke, round ends, in the current colour. */
export function Icon({ of, size = 24, className }: IconProps) {
  const paths = of.split(/ (?=M)/);
  const dots = paths.filter(isDot).join('');
  const lines = paths.filter((path) => !isDot(path)).join('');
  return (
    <svg
      className={className}
      width={rem(size)}
      height={rem(size)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {lines !== '' && <path d={lines} />}
      {dots !== '' && <path d={dots} strokeWidth="2.2" />}
    </svg>
  );
}

export interface DirectionArrowProps {
  readonly direction: 1 | -1;
  readonly size?: number;
}

/** Next to a gain or a loss, so that it does not rely on colour alone. */
export function DirectionArrow({ direction, size = 10 }: DirectionArrowProps) {
  const path = direction > 0 ? 'M5 1.5 9 8H1z' : 'M5 8.5 1 2h8z';
  return (
    <svg width={rem(size)} height={rem(size)} viewBox="0 0 10 10" aria-hidden="true">
      <path d={path} fill="currentColor" />
    </svg>
  );
}
