/** The current toast: the newest replaces others, disappears after two seconds and belongs to its page. */
import type { Press } from '../actions/pressable.tsx';

export type ToastKind = 'done' | 'info' | 'error';

/** One link to what the toast is about: "View". */
export interface ToastAction extends Press {
  readonly label: string;
}

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly action: ToastAction | undefined;
  readonly isLeaving: boolean;
}

const STAY_MS = 2000;
/** Our choice: reading two figures and reaching the action takes longer than reading "Copied". */
const STAY_WITH_ACTION_MS = 6000;
const LEAVE_MS = 120;
/** A page opened this soon after the toast was opened by the same press: the toast is about it. */
const SAME_PRESS_MS = 500;

let current: Toast | undefined;
let shownAt = 0;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: Toast | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

function leave(): void {
  if (current === undefined) return;
  set({ ...current, isLeaving: true });
  timer = setTimeout(() => set(undefined), LEAVE_MS);
}

function leaveInTime({ action }: Toast): void {
  clearTimeout(timer);
  timer = setTimeout(leave, action ? STAY_WITH_ACTION_MS : STAY_MS);
}

/**
 * Shows a toast now, replacing any other; with an action it stays longer. The caller waits first if the product delays
 * errors.
 */
export function showToast(text: string, kind: ToastKind = 'info', action?: ToastAction): void {
  lastId += 1;
  shownAt = Date.now();
  const toast = { id: lastId, kind, text, action, isLeaving: false };
  set(toast);
  leaveInTime(toast);
}

/** Removes the toast immediately. */
export function clearToast(): void {
  clearTimeout(timer);
  if (current !== undefined) set(undefined);
}

/** Another page is shown: removes the former page's toast, but keeps one of the same press once. */
export function leavePage(): void {
  if (Date.now() - shownAt > SAME_PRESS_MS) clearToast();
}

/** A held toast stays; released, it has its full time again. */
export function holdToast(isHeld: boolean): void {
  if (current === undefined || current.isLeaving) return;
  if (isHeld) clearTimeout(timer);
  else leaveInTime(current);
}

export function currentToast(): Toast | undefined {
  return current;
}

/** Returns the unsubscribe function. */
export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
