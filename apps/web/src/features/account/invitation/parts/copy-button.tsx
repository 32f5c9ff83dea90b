/** A button that copies; its icon is a check mark for two seconds after that. */
import { Button, checkIcon, copyIcon, showToast, VisuallyHidden } from '@tern/ui';
import { useEffect, useState } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';

const SHOWN_MS = 2_000;

export interface CopyButtonProps {
  text: string;
  /** "Copy code" */
  label: string;
  /** "Code" */
  children: string;
}

export function CopyButton({ text, label, children }: CopyButtonProps) {
  const t = useT();
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return undefined;
    const timer = setTimeout(() => setCopiedAt(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopiedAt(Date.now());
    } catch {
      showToast(t('common.copyFailed'), 'error');
    }
  };
  return (
    <>
      <Button
        isSmall
        icon={copiedAt === 0 ? copyIcon : checkIcon}
        label={label}
        onPress={() => void copy()}
      >
        {children}
      </Button>
      <VisuallyHidden>
        <span role="status">{copiedAt !== 0 && t('common.copied')}</span>
      </VisuallyHidden>
    </>
  );
}
