/** Which pages are open and kept: pure bookkeeping behind the navigator. */
import type { Params } from './route.ts';

/** One open page. */
export interface Entry {
  /** Stable while the page is kept alive; tab pages have a fixed one. */
  key: string;
  /** Position in the browser's history, from 0. */
  index: number;
  path: string;
  params: Params;
}

export interface PageStack {
  /** The shown page. */
  top: Entry;
  /** Pages whose state and scroll position are kept, including the shown one; oldest first. */
  kept: readonly Entry[];
}

/** How many pages below the shown one keep their DOM and state (our choice: ADR 33). */
const KEPT_MAX = 5;

/** How the shown page changes; decides the transition and what is kept. */
export type Movement = 'forward' | 'back' | 'fade' | 'fresh';

/**
 * The stack after showing `entry`. Pages above it in history are dropped, tab pages stay; `fresh` (relaunch) drops
 * everything, so that nothing of a former member remains.
 */
export function show(stack: PageStack, entry: Entry, movement: Movement): PageStack {
  if (movement === 'fresh') return { top: entry, kept: [entry] };
  const others = stack.kept.filter(
    (kept) => kept.key !== entry.key && (isTabKey(kept.key) || kept.index < entry.index),
  );
  const known = stack.kept.find((kept) => kept.key === entry.key);
  const top = known && sameParams(known, entry) ? { ...known, index: entry.index } : entry;
  const pages = others.filter((kept) => !isTabKey(kept.key)).slice(1 - KEPT_MAX);
  const tabs = others.filter((kept) => isTabKey(kept.key));
  return { top, kept: [...tabs, ...pages, top] };
}

const TAB_PREFIX = 'tab:';

/** Tab pages exist once, wherever they are in history. */
export function tabKey(path: string): string {
  return TAB_PREFIX + path;
}

function isTabKey(key: string): boolean {
  return key.startsWith(TAB_PREFIX);
}

function sameParams(left: Entry, right: Entry): boolean {
  return JSON.stringify(left.params) === JSON.stringify(right.params);
}
