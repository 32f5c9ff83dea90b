/** Draws one icon of the set: 1.6 stroke, round ends, in the current colour. */

export interface IconProps {
  /** A path such as `homeIcon`. */
  readonly of: string;
  readonly size?: number;
  readonly className?: string | undefined;
}

/** Sub-paths that are single dots need a thicker stroke. */
const isDot = (path: string) => /h\.0?1$/.test(path);

export function Icon({ of, size = 24, className }: IconProps) {
  const paths = of.split(/ (?=M)/);
  const dots = paths.filter(isDot).join('');
  const lines = paths.filter((path) => !isDot(path)).join('');
  return (
    <svg
      className={className}
      width={size}
      height={size}
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
