/** Confirms something that costs money or cannot be undone: a question with a verb, its consequence, two named buttons. */
import { type ReactNode, useId } from 'react';
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
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, question, children, confirmKind = 'primary', isBusy = false, onCancel } = props;
  const { dialog, isDrawn, close } = useDialogState(isOpen, isBusy);
  const id = useId();
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
    >
      {isDrawn && (
        <div className={styles.dialog}>
          <h2 id={`${id}-question`} className={styles.title}>
            {question}
          </h2>
          <div id={`${id}-text`} className={styles.text}>
            {children}
          </div>
          <div className={styles.buttons}>
            <Button onPress={close} isDisabled={isBusy}>
              {props.cancelLabel}
            </Button>
            <Button
              kind={confirmKind}
              isBusy={isBusy}
              {...(props.busyLabel === undefined ? {} : { busyLabel: props.busyLabel })}
              onPress={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  );
}
