/** New recovery codes: the only time they are shown. They can be copied, saved as a file, or printed. */
import {
  Button,
  Checkbox,
  copyIcon,
  depositIcon,
  documentIcon,
  Inline,
  Note,
  Sheet,
} from '@tern/ui';
import { useState } from 'react';
import { useCopy } from '../../../../kernel/copyable.tsx';
import { saveFile } from '../../../../kernel/save-file.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import styles from './factors.module.css';

export interface RecoveryCodesSheetProps {
  /** Undefined while closed. */
  codes: readonly string[] | undefined;
  onClose: () => void;
}

export function RecoveryCodesSheet({ codes, onClose }: RecoveryCodesSheetProps) {
  const t = useT();
  return (
    <Sheet isOpen={codes !== undefined} onClose={onClose} title={t('second-factor.recoveryCodes')}>
      {codes && <Codes codes={codes} onClose={onClose} />}
    </Sheet>
  );
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT();
  const [isSaved, setSaved] = useState(false);
  const copy = useCopy('error');
  const text = codes.join('\n');
  const heading = t('second-factor.codesHeading');
  const paper = `${heading}\n\n${text}\n`;
  return (
    <div className={styles.form}>
      <Note kind="warn">{t('second-factor.codesOnce')}</Note>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Inline gap={8} isWrapped>
        <Button isSmall icon={copyIcon} onPress={() => copy(text)}>
          {t('second-factor.copy')}
        </Button>
        <Button
          isSmall
          icon={depositIcon}
          onPress={() => saveFile('tern-recovery-codes.txt', paper, 'text/plain;charset=utf-8')}
        >
          {t('second-factor.download')}
        </Button>
        <Button isSmall icon={documentIcon} onPress={() => printText(paper)}>
          {t('second-factor.print')}
        </Button>
      </Inline>
      <Checkbox isChecked={isSaved} onChange={setSaved}>
        {t('second-factor.codesSaved')}
      </Checkbox>
      <Button kind="primary" isFull isDisabled={!isSaved} onPress={onClose}>
        {t('second-factor.done')}
      </Button>
    </div>
  );
}

/** Long enough for the browser's dialog to read the page. */
const KEEP_MS = 60_000;

/** Prints a text alone, without the app around it. */
function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  const lines = page?.createElement('pre');
  if (page && lines) {
    lines.textContent = text;
    page.body.append(lines);
    frame.contentWindow?.print();
  }
  setTimeout(() => frame.remove(), KEEP_MS);
}
