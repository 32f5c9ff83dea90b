/** Pulling a page down at its very top: how far it follows the finger, and what happens when it is let go. */
import { type RefObject, type TouchEvent, useRef, useState } from 'react';

/** The page never follows further than this. */
const REACH_PX = 112;
/** The finger's way in which the resistance has used up two thirds of the reach. */
const STIFFNESS_PX = 150;
/** Let go below this, and the list is asked for again. */
const READY_PX = 56;
/** Where the page rests meanwhile. */
const REST_PX = 48;
/** A shorter way may still become a tap, or a swipe sideways. */
const SLOP_PX = 8;
/** So that an answer from the cache is seen as one. */
const BUSY_MIN_MS = 500;
const SETTLE_MS = 220;

/** How far the page follows a finger that has moved down so far: less and less. */
export function followed(fingerPx: number): number {
  return fingerPx <= 0 ? 0 : REACH_PX * (1 - Math.exp(-fingerPx / STIFFNESS_PX));
}

/** Which way a finger goes, once it is far enough to tell. */
export function directionOf(rightPx: number, downPx: number): 'down' | 'other' | undefined {
  if (Math.hypot(rightPx, downPx) < SLOP_PX) return undefined;
  return downPx > Math.abs(rightPx) ? 'down' : 'other';
}

/** `settling`: on its way back. */
export type PullPhase = 'idle' | 'pulling' | 'ready' | 'busy' | 'settling';

interface Pull {
  x: number;
  y: number;
  /** How far the page has followed; undefined until the finger is known to pull. */
  distance: number | undefined;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * `page` and `touch` go on what moves. All listeners are passive: with `overscroll-behavior` on the
 * document the browser has nothing to do at the top, so the two never compete. As soon as the page
 * scrolls, the pull is off.
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
      // A sheet inside the page has a top of its own.
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

/** Moves the page by hand: drawing it anew for every step of a finger would stutter. */
function place(page: RefObject<HTMLElement | null>, distance: number): void {
  const style = page.current?.style;
  style?.setProperty('--pulled', `${distance}px`);
  style?.setProperty('--share', String(Math.min(1, distance / READY_PX)));
}
