/** Copies a text at a tap: the action with its toast, and a line with text and button. */
import { copyIcon, IconButton, Inline, showToast, type ToastKind } from '@tern/ui';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n/i18n.tsx';
import styles from './record-detail.module.css';

/** Shows a toast of `kind` if the browser refuses to copy. */
export function useCopy(kind: ToastKind = 'info'): (text: string) => void {
  const t = useT();
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(t('common.copied'), 'done');
    } catch {
      showToast(t('common.copyFailed'), kind);
    }
  };
  return (text) => void copy(text);
}

export interface CopyableProps {
  text: string;
  /** The button's name: "Copy address". */
  label: string;
  /** Custom rendering of the text. */
  children?: ReactNode;
}

export function Copyable({ text, label, children = text }: CopyableProps) {
  const copy = useCopy();
  return (
    <Inline as="span" align="center" justify="end" isInText>
      {children}
      <IconButton
        icon={copyIcon}
        size={18}
        isQuiet
        label={label}
        className={styles.copy}
        onPress={() => copy(text)}
      />
    </Inline>
  );
}
