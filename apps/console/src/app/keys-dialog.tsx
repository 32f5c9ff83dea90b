/** The list of shortcuts, and the switch for single-key shortcuts. */
import { Button, Switch, Text } from '@tern/ui';
import { useEffect, useRef, useState } from 'react';
import { texts } from '../kernel/texts.ts';
import { areShortcutsOn, setShortcutsOn } from '../platform/shortcuts.ts';
import styles from './keys-dialog.module.css';

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [areOn, setOn] = useState(areShortcutsOn);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="keys-title" onClose={onClose}>
      <Text as="h2" id="keys-title" size="head">
        {texts.keys.title}
      </Text>
      <dl className={styles.list}>
        {texts.keys.list.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={texts.keys.on}
        isOn={areOn}
        onChange={(isOn) => {
          setShortcutsOn(isOn);
          setOn(isOn);
        }}
      />
      <Button isFull onPress={onClose}>
        {texts.ui.close}
      </Button>
    </dialog>
  );
}
