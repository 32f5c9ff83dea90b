/** The small solid arrow next to a gain or a loss, so that it does not rely on colour alone. */
export interface DirectionArrowProps {
  readonly direction: 1 | -1;
  readonly size?: number;
}

export function DirectionArrow({ direction, size = 10 }: DirectionArrowProps) {
  const path = direction > 0 ? 'M5 1.5 9 8H1z' : 'M5 8.5 1 2h8z';
  return (
    <svg width={size} height={size} viewBox="0 0 10 10" aria-hidden="true">
      <path d={path} fill="currentColor" />
    </svg>
  );
}
