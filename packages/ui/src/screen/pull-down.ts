/** Pull to refresh: how far the page follows the finger, and what happens on release. */
import { type RefObject, type TouchEvent, useRef, useState } from 'react';

/** The maximum distance of the page. */
const REACH_PX = 112;
/** The finger distance at which the page has moved two thirds of the maximum. */
const STIFFNESS_PX = 150;
/** Released beyond this distance, the page refreshes. */
const READY_PX = 56;
/** Where the page rests while it refreshes. */
const REST_PX = 48;
/** A shorter movement may still become a tap, or a sideways swipe. */
const SLOP_PX = 8;
/** Makes a cached answer visible as a refresh. */
const BUSY_MIN_MS = 500;
const SETTLE_MS = 220;

/** How far the page follows a finger that moved down this far: less and less. */
export function followed(fingerPx: number): number {
  return fingerPx <= 0 ? 0 : REACH_PX * (1 - Math.exp(-fingerPx / STIFFNESS_PX));
}

/** The direction of a movement, once it is long enough to tell. */
export function directionOf(rightPx: number, downPx: number): 'down' | 'other' | undefined {
  if (Math.hypot(rightPx, downPx) < SLOP_PX) return undefined;
  return downPx > Math.abs(rightPx) ? 'down' : 'other';
}

/** `settling`: moving back. */
export type PullPhase = 'idle' | 'pulling' | 'ready' | 'busy' | 'settling';

interface Pull {
  x: number;
  y: number;
  /** How far the page has followed; undefined until the movement is known to be a pull. */
  distance: number | undefined;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * `page` and `touch` go on the element that moves. All listeners are passive: `overscroll-behavior` on the document turns
 * off the browser's own gesture, so the two never compete. The pull ends as soon as the page scrolls.
 */
export function usePullDown(onRefresh: () => Promise<unknown>) {
  const page = useRef<HTMLElement>(null);
  const pull = useRef<Pull>(undefined);
  const [phase, setPhase] = useState<PullPhase>('idle');
  const letGo = () => {
    pull.current = undefined;
    place(page, 0);
    setPhase('settling');
    setTimeout(() => setPhase((now) => (now === 'settling' ? 'idle' : now)), SETTLE_MS);
  };
  const refresh = async () => {
    pull.current = undefined;
    place(page, REST_PX);
    setPhase('busy');
    await Promise.allSettled([onRefresh(), wait(BUSY_MIN_MS)]);
    letGo();
  };
  const follow = (from: Pull, finger: { clientX: number; clientY: number }) => {
    const down = finger.clientY - from.y;
    if (from.distance === undefined) {
      const direction = directionOf(finger.clientX - from.x, down);
      if (direction === 'other') pull.current = undefined;
      if (direction !== 'down') return;
    }
    from.distance = followed(down);
    place(page, from.distance);
    setPhase(from.distance < READY_PX ? 'pulling' : 'ready');
  };
  const drop = () => {
    if (pull.current?.distance !== undefined) letGo();
    pull.current = undefined;
  };
  const touch = {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      drop();
      const finger = touches[0];
      // A sheet inside the page scrolls separately.
      const isElsewhere = (target as Element).closest('dialog') !== null;
      if (!finger || touches.length > 1 || isElsewhere) return;
      if (phase === 'busy' || window.scrollY > 0) return;
      pull.current = { x: finger.clientX, y: finger.clientY, distance: undefined };
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const finger = touches[0];
      if (!pull.current || !finger) return;
      if (window.scrollY > 0) drop();
      else follow(pull.current, finger);
    },
    onTouchEnd: () => {
      if ((pull.current?.distance ?? 0) >= READY_PX) void refresh();
      else drop();
    },
    onTouchCancel: drop,
  };
  return { page, phase, touch };
}

/** Moves the page directly: rerendering it for every movement would stutter. */
function place(page: RefObject<HTMLElement | null>, distance: number): void {
  const style = page.current?.style;
  style?.setProperty('--pulled', `${distance}px`);
  style?.setProperty('--share', String(Math.min(1, distance / READY_PX)));
}
