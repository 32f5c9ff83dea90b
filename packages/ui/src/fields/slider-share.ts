/** Slider positions: whole percents, with five magnetic stops. */

export const SLIDER_STOPS = [0, 25, 50, 75, 100] as const;
const SNAP_WITHIN = 3;
const ARROW = 1;
const PAGE = 25;

const clamp = (share: number) => Math.min(100, Math.max(0, share));

/** A dragged position in whole percent, snapped to a stop within 3. */
export function snapShare(share: number): number {
  const whole = Math.round(clamp(share));
  return SLIDER_STOPS.find((stop) => Math.abs(stop - share) <= SNAP_WITHIN) ?? whole;
}

/** Arrow keys move 1, page keys 25, Home and End to the ends; `undefined` for other keys. */
export function shareAfterKey(share: number, key: string): number | undefined {
  const moves: Record<string, number> = {
    ArrowRight: share + ARROW,
    ArrowUp: share + ARROW,
    ArrowLeft: share - ARROW,
    ArrowDown: share - ARROW,
    PageUp: share + PAGE,
    PageDown: share - PAGE,
    Home: 0,
    End: 100,
  };
  const next = moves[key];
  return next === undefined ? undefined : clamp(next);
}
