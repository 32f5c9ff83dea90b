/** A share of what is available, 0 to 100 percent, with a diamond knob and five stops. */
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import { classNames } from '../class-names.ts';
import { formatPercent } from '../numbers/format-number.ts';
import { useNumberLocale } from '../numbers/number-locale.ts';
import styles from './slider.module.css';
import { SLIDER_STOPS, shareAfterKey, snapShare } from './slider-share.ts';

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
