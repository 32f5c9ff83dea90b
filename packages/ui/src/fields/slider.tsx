/** A share of what is available, 0 to 100 percent, with a diamond knob and five stops. */
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import { classNames } from '../class-names.ts';
import { formatPercent } from '../numbers/format-number.ts';
import { useNumberLocale } from '../numbers/number-text.tsx';
import styles from './slider.module.css';

const SLIDER_STOPS = [0, 25, 50, 75, 100] as const;
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

export interface SliderProps {
  /** "Share of available balance" */
  readonly label: string;
  /** Whole percent, 0 to 100. */
  readonly value: number;
  readonly onChange: (share: number) => void;
  readonly isDisabled?: boolean;
  /** Prints 0, the share and 100% below the track. */
  readonly hasLabels?: boolean;
}

export function Slider({ label, value, onChange, isDisabled, hasLabels }: SliderProps) {
  const locale = useNumberLocale();
  const set = (share: number) => {
    if (share !== value) onChange(share);
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    set(snapShare(((event.clientX - left) / width) * 100));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = shareAfterKey(value, event.key);
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  const percent = (share: number) => formatPercent(String(share), locale, 0);
  const style = { '--share': `${value}%` } as CSSProperties;
  return (
    <div className={classNames(isDisabled && styles.off)} style={style}>
      <div
        className={styles.slider}
        role="slider"
        tabIndex={isDisabled ? -1 : 0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value}
        aria-valuetext={percent(value)}
        aria-disabled={isDisabled || undefined}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event);
        }}
        onKeyDown={onKeyDown}
      >
        <div className={styles.track} />
        <div className={styles.fill} />
        {SLIDER_STOPS.map((stop) => (
          <div
            key={stop}
            className={classNames(styles.stop, stop <= value && styles.reached)}
            style={{ left: `${stop}%` }}
          />
        ))}
        <div className={styles.knob} />
      </div>
      {hasLabels && (
        <div className={styles.labels} aria-hidden="true">
          {value > 12 && <span className={styles.first}>0</span>}
          <span className={styles.now}>{percent(value)}</span>
          {value < 82 && <span className={styles.last}>{percent(100)}</span>}
        </div>
      )}
    </div>
  );
}
