/** A bottom sheet on the native dialog: focus trapped, Esc and scrim close it. */
import { type ReactNode, useId } from 'react';
import { IconButton } from '../actions/button.tsx';
import { classNames } from '../class-names.ts';
import { closeIcon } from '../icons/interface-icons.ts';
import { useUiTexts } from '../ui-texts.ts';
import { useDialogState } from './dialog-state.ts';
import { useDragDown } from './drag-down.ts';
import styles from './overlay.module.css';

export interface SheetProps {
  readonly isOpen: boolean;
  /** Called after the sheet was closed by grabber, scrim, Esc or its close button. */
  readonly onClose: () => void;
  /** The sheet's name; shown as its heading unless `isTitleHidden`. */
  readonly title: string;
  readonly isTitleHidden?: boolean;
  /** Buttons that stay visible at the foot. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

export function Sheet(props: SheetProps) {
  const { isOpen, onClose, title, isTitleHidden = false, footer, children } = props;
  const { dialog, isDrawn, opening, close } = useDialogState(isOpen);
  const { panel, grab } = useDragDown(styles.dragged ?? '', close);
  const id = useId();
  const texts = useUiTexts();
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.layer, styles.sheetLayer)}
      aria-labelledby={isTitleHidden ? undefined : id}
      aria-label={isTitleHidden ? title : undefined}
      onClose={onClose}
    >
      {isDrawn && (
        <>
          <div ref={panel} className={styles.sheet}>
            <div className={styles.handle} {...grab}>
              <div className={styles.grab} />
              {!isTitleHidden && (
                <div className={styles.head}>
                  <h2 id={id}>{title}</h2>
                  <IconButton
                    icon={closeIcon}
                    size={20}
                    isQuiet
                    label={texts.close}
                    onPress={close}
                  />
                </div>
              )}
            </div>
            <div
              key={opening}
              className={classNames(styles.content, footer !== undefined && styles.footed)}
              // Above a footer it may scroll and have no control inside: focusable, so that keys can scroll it.
              {...(footer === undefined ? {} : { role: 'group', 'aria-label': title, tabIndex: 0 })}
            >
              {children}
            </div>
            {footer !== undefined && <div className={styles.footer}>{footer}</div>}
          </div>
          {/* The scrim: only for taps; keyboard users have Esc. */}
          <button
            type="button"
            className={styles.beside}
            tabIndex={-1}
            aria-hidden="true"
            onClick={close}
          />
        </>
      )}
    </dialog>
  );
}
