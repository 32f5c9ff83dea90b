/** The base of pressable components, and the guard that ignores a double press. */
import { type MouseEvent, type ReactNode, useRef } from 'react';

/** spec: double-tap guard */
const GUARD_MS = 500;

/** Whether a press follows an accepted one too soon. Both times in milliseconds. */
export function isRepeatedPress(lastAt: number | undefined, at: number): boolean {
  return lastAt !== undefined && at - lastAt < GUARD_MS;
}

/** Wraps a click handler; an ignored click neither acts nor submits a form. */
export function usePressGuard<E extends HTMLElement>(
  onPress: ((event: MouseEvent<E>) => void) | undefined,
): (event: MouseEvent<E>) => void {
  const lastAt = useRef<number>(undefined);
  return (event) => {
    if (isRepeatedPress(lastAt.current, event.timeStamp)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    lastAt.current = event.timeStamp;
    onPress?.(event);
  };
}

export interface Press {
  readonly href?: string | undefined;
  /** With `href` it replaces the browser's navigation, so that a router can take over. */
  readonly onPress?: (() => void) | undefined;
}

export interface PressableProps extends Press {
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  readonly isCurrent?: boolean | undefined;
  readonly children: ReactNode;
}

/** Modified clicks ("open in new tab") stay with the browser. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

/** A link with an href, a button with a handler, otherwise a plain box. */
export function Pressable({
  href,
  onPress,
  className,
  label,
  isCurrent,
  children,
}: PressableProps) {
  const guarded = usePressGuard<HTMLElement>((event) => {
    if (onPress === undefined) return;
    if (href !== undefined) {
      if (!isPlainClick(event)) return;
      event.preventDefault();
    }
    onPress();
  });
  const shared = {
    className,
    'aria-label': label,
    'aria-current': isCurrent ? ('page' as const) : undefined,
  };
  if (href !== undefined) {
    return (
      <a {...shared} href={href} onClick={guarded}>
        {children}
      </a>
    );
  }
  if (onPress !== undefined) {
    return (
      <button {...shared} type="button" onClick={guarded}>
        {children}
      </button>
    );
  }
  return <div className={className}>{children}</div>;
}
