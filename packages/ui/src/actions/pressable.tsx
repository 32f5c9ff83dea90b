/** The base of pressable components: a link with an href, a button with a handler, otherwise a plain box. */
import type { MouseEvent, ReactNode } from 'react';
import { usePressGuard } from './press-guard.ts';

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
