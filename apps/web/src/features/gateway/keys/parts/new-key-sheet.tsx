/** A newly created key: the only time its secret is shown. */
import { Button, copyIcon, IconButton, Inline, Note, Sheet, Stack, Text } from '@tern/ui';
import { useCopy } from '../../../../kernel/copyable.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { NewKey } from '../api.ts';
import styles from './keys.module.css';

export function NewKeySheet({ made, onClose }: { made: NewKey | undefined; onClose: () => void }) {
  const t = useT();
  return (
    <Sheet
      isOpen={made !== undefined}
      onClose={onClose}
      title={t('keys.made')}
      footer={
        <Button kind="primary" isFull onPress={onClose}>
          {t('keys.saved')}
        </Button>
      }
    >
      {made && (
        <Stack gap={16}>
          <Note kind="warn">{t('keys.secretOnce')}</Note>
          <Copyable
            name={t('keys.accessKey')}
            label={t('keys.copyAccessKey')}
            text={made.apiKey.accessKey}
          />
          <Copyable name={t('keys.secret')} label={t('keys.copySecret')} text={made.secret} />
        </Stack>
      )}
    </Sheet>
  );
}

function Copyable({ name, label, text }: { name: string; label: string; text: string }) {
  const copy = useCopy('error');
  return (
    <Inline gap={8} align="center" justify="between">
      <div>
        <Text as="div" size="label" tone="soft">
          {name}
        </Text>
        <div className={styles.code}>{text}</div>
      </div>
      <IconButton icon={copyIcon} label={label} onPress={() => copy(text)} />
    </Inline>
  );
}
