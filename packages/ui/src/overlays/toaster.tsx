/** Draws the current message under the nav bar, above everything, dialogs included. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { checkIcon, infoIcon, warningIcon } from '../icons/interface-icons.ts';
import { currentToast, onToastChange, type Toast } from './toast-store.ts';
import styles from './toaster.module.css';

const ICON = { done: checkIcon, info: infoIcon, error: warningIcon } as const;
const ICON_CLASS = { done: styles.good, info: undefined, error: styles.bad } as const;

function Message({ toast }: { readonly toast: Toast }) {
  return (
    // Dark in both themes: it lies on whatever is below.
    <div
      key={toast.id}
      data-theme="dark"
      className={classNames(styles.toast, toast.isLeaving && styles.leaving)}
    >
      <Icon of={ICON[toast.kind]} size={18} className={ICON_CLASS[toast.kind]} />
      <span>{toast.text}</span>
    </div>
  );
}

/** Put it once, inside the app; `showToast` feeds it. */
export function Toaster() {
  const toast = useSyncExternalStore(onToastChange, currentToast, currentToast);
  const layer = useRef<HTMLDivElement>(null);
  const id = toast?.id;
  useEffect(() => {
    const element = layer.current;
    // Re-entering the top layer puts the message above a dialog opened since.
    if (!element?.showPopover || id === undefined) return;
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
  }, [id]);
  const isError = toast?.kind === 'error';
  return (
    <div ref={layer} popover="manual" className={styles.toaster}>
      <div role="status">{toast !== undefined && !isError && <Message toast={toast} />}</div>
      <div role="alert">{toast !== undefined && isError && <Message toast={toast} />}</div>
    </div>
  );
}
