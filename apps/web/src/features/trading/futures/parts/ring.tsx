/** The countdown and its ring: one neutral colour to the end, because the outcome is unknown. */
import { classNames, rem } from '@tern/ui';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './ring.module.css';
import { serverNow } from '../../../../kernel/site-config.ts';
import type { Contract } from '../contract-pages.ts';
import { leftMs, secondsOf } from '../contract-view.ts';

const SIZE = 152;
const MIDDLE = SIZE / 2;
const RADIUS = 68;
const LENGTH = 2 * Math.PI * RADIUS;
const TICKS_FROM = 59;

/** Sixty marks, every fifth longer. */
const ticks = Array.from({ length: 60 }, (_, index) => {
  const angle = (index / 60) * 2 * Math.PI;
  const [sin, cos] = [Math.sin(angle), -Math.cos(angle)];
  const inner = TICKS_FROM - (index % 5 === 0 ? 5 : 3);
  const tenths = (value: number) => Math.round(value * 10) / 10;
  const at = (radius: number) =>
    `${tenths(MIDDLE + sin * radius)} ${tenths(MIDDLE + cos * radius)}`;
  return `M${at(TICKS_FROM)}L${at(inner)}`;
}).join('');

export interface RingProps {
  seconds: number;
  total: number;
  /** Paused until the contract has opened. */
  isWaiting: boolean;
  label: string;
  children: ReactNode;
}

/** The line moves smoothly to its position one second later. */
const shareAhead = ({ seconds, total, isWaiting }: Omit<RingProps, 'label' | 'children'>) =>
  isWaiting ? 1 : Math.max(0, seconds - 1) / total;

export function Ring(props: RingProps) {
  const share = shareAhead(props);
  return (
    <div className={styles.ring} role="timer" aria-label={props.label}>
      <svg width={rem(SIZE)} height={rem(SIZE)} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <path className={styles.ticks} d={ticks} />
        <circle className={styles.track} cx={MIDDLE} cy={MIDDLE} r={RADIUS} />
        <circle
          className={styles.left}
          cx={MIDDLE}
          cy={MIDDLE}
          r={RADIUS}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - share)}
        />
        <g className={styles.turn} style={{ rotate: `${share * 360}deg` }}>
          <circle className={styles.knob} cx={MIDDLE} cy={MIDDLE - RADIUS} r={5.5} />
        </g>
      </svg>
      <div className={styles.middle}>{props.children}</div>
    </div>
  );
}

const MINI = 36;
const MINI_RADIUS = 15;
const MINI_LENGTH = 2 * Math.PI * MINI_RADIUS;

/** The small ring of a list row. */
export function MiniRing(props: Pick<RingProps, 'seconds' | 'total' | 'isWaiting'>) {
  const half = MINI / 2;
  return (
    <svg
      className={styles.mini}
      width={rem(MINI)}
      height={rem(MINI)}
      viewBox={`0 0 ${MINI} ${MINI}`}
      aria-hidden="true"
    >
      <circle className={styles.track} cx={half} cy={half} r={MINI_RADIUS} />
      <circle
        className={classNames(styles.left, styles.thin)}
        cx={half}
        cy={half}
        r={MINI_RADIUS}
        strokeDasharray={MINI_LENGTH}
        strokeDashoffset={MINI_LENGTH * (1 - shareAhead(props))}
      />
    </svg>
  );
}

/** A little after the full second, so that it has certainly passed. */
const MARGIN_MS = 15;

/** Seconds left of a contract in server time, updated every second. */
export function useCountdown(contract: Contract): number {
  const [seconds, setSeconds] = useState(() => secondsOf(leftMs(contract, serverNow())));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      const left = leftMs(contract, serverNow());
      setSeconds(secondsOf(left));
      if (left > 0) timer = setTimeout(update, (left % 1_000) + MARGIN_MS);
    };
    update();
    return () => clearTimeout(timer);
  }, [contract]);
  return seconds;
}
