/** Confirms something that costs money or cannot be undone: a question with a verb, its consequence, two named buttons. */
import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react';
import { Button, type ButtonKind } from '../actions/button.tsx';
import { classNames } from '../class-names.ts';
import { useDialogState } from './dialog-state.ts';
import styles from './overlay.module.css';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  /** "Redeem early?" */
  readonly question: string;
  /** The consequence, with the exact amount. */
  readonly children: ReactNode;
  /** Names the action, never "OK". */
  readonly confirmLabel: string;
  readonly confirmKind?: ButtonKind;
  /** Names the safe way out: "Keep it". */
  readonly cancelLabel: string;
  readonly isBusy?: boolean;
  readonly busyLabel?: string;
  /** Enter confirms, with Ctrl or Cmd in a field of several lines: for people who work by keys. Else it presses the way out, which has the focus. */
  readonly isConfirmedByEnter?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, question, children, confirmKind = 'primary', isBusy = false, onCancel } = props;
  const { isConfirmedByEnter = false, onConfirm } = props;
  const { dialog, isDrawn, close } = useDialogState(isOpen, isBusy);
  const id = useId();
  // After the dialog has opened, which gives the focus to its first element.
  useEffect(() => {
    const field = dialog.current?.querySelector('input, textarea, select') ?? undefined;
    if (!isOpen || !isConfirmedByEnter || field !== undefined) return;
    dialog.current?.querySelector<HTMLElement>('[data-confirm] button:last-child')?.focus();
  }, [dialog, isOpen, isConfirmedByEnter]);
  const confirmByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isBusy || event.nativeEvent.isComposing) return;
    const { target } = event;
    const isAnswered = target instanceof Element && target.closest('button, a') !== null;
    const isLine = target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey;
    if (isAnswered || isLine) return;
    event.preventDefault();
    onConfirm();
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={classNames(styles.layer, styles.dialogLayer)}
      aria-labelledby={`${id}-question`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => isBusy && event.preventDefault()}
      // Closing by the owner is not an answer.
      onClose={() => isOpen && onCancel()}
      onKeyDown={isConfirmedByEnter ? confirmByEnter : undefined}
    >
      {isDrawn && (
        <div className={styles.dialog}>
          <h2 id={`${id}-question`} className={styles.title}>
            {question}
          </h2>
          <div id={`${id}-text`} className={styles.text}>
            {children}
          </div>
          <div className={styles.buttons} data-confirm>
            <Button onPress={close} isDisabled={isBusy}>
              {props.cancelLabel}
            </Button>
            <Button
              kind={confirmKind}
              isBusy={isBusy}
              {...(props.busyLabel === undefined ? {} : { busyLabel: props.busyLabel })}
              onPress={onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  );
}
