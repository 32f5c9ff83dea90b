/** Draws the current toast clear of the title and pinned buttons, above everything, including dialogs. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Pressable } from '../actions/pressable.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { checkIcon, infoIcon, warningIcon } from '../icons/interface-icons.ts';
import { clearToast, currentToast, holdToast, onToastChange, type Toast } from './toast-store.ts';
import styles from './toaster.module.css';

const ICON = { done: checkIcon, info: infoIcon, error: warningIcon } as const;
const ICON_CLASS = { done: styles.good, info: undefined, error: styles.bad } as const;

function Message({ toast }: { readonly toast: Toast }) {
  const { kind, text, action, isLeaving } = toast;
  return (
    // Dark in both themes: it may lie on anything.
    <div
      key={toast.id}
      data-theme="dark"
      className={classNames(styles.toast, isLeaving && styles.leaving, action && styles.acting)}
      onPointerEnter={() => holdToast(true)}
      onPointerLeave={() => holdToast(false)}
      onFocus={() => holdToast(true)}
      onBlur={() => holdToast(false)}
    >
      <Icon of={ICON[kind]} size={18} className={ICON_CLASS[kind]} />
      <span>{text}</span>
      {action && (
        <Pressable
          href={action.href}
          className={styles.action}
          onPress={() => {
            clearToast();
            action.onPress?.();
          }}
        >
          {action.label}
        </Pressable>
      )}
    </div>
  );
}

/** How much of the window's foot the on-screen keyboard covers, in pixels. */
function keyboardHeight(): number {
  const seen = window.visualViewport;
  return seen ? Math.max(0, window.innerHeight - seen.height - seen.offsetTop) : 0;
}

export interface ToasterProps {
  /** `foot`: above the tab bar or pinned button (`usePinnedFoot`). `head`: below the nav bar. */
  readonly place?: 'foot' | 'head';
}

/** Mount it once, inside the app; `showToast` controls it. */
export function Toaster({ place = 'head' }: ToasterProps) {
  const toast = useSyncExternalStore(onToastChange, currentToast, currentToast);
  const layer = useRef<HTMLDivElement>(null);
  const id = toast?.id;
  useEffect(() => {
    const element = layer.current;
    if (!element?.showPopover || id === undefined) return undefined;
    // Re-entering the top layer puts the toast above a dialog opened since.
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
    const follow = () => element.style.setProperty('--keyboard', `${keyboardHeight()}px`);
    follow();
    window.visualViewport?.addEventListener('resize', follow);
    return () => window.visualViewport?.removeEventListener('resize', follow);
  }, [id]);
  const isError = toast?.kind === 'error';
  return (
    <div ref={layer} popover="manual" className={classNames(styles.toaster, styles[place])}>
      <div role="status">{toast !== undefined && !isError && <Message toast={toast} />}</div>
      <div role="alert">{toast !== undefined && isError && <Message toast={toast} />}</div>
    </div>
  );
}
