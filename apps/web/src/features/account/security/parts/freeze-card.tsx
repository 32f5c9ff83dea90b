/** Freezing the account with one tap and a question. */
import { Card, ConfirmDialog, Row, snowIcon, Text } from '@tern/ui';
import { useState } from 'react';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { freezeOwnAccount } from '../api.ts';

export function FreezeCard() {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { submit, isBusy } = useSubmit({
    send: () => freezeOwnAccount(),
    onDone: close,
    onFailed: close,
  });
  return (
    <>
      <Card isPadded={false}>
        <Row
          icon={snowIcon}
          title={
            <Text as="span" tone="alert">
              {t('security.freeze')}
            </Text>
          }
          note={t('security.freezeNote')}
          hasChevron={false}
          onPress={() => setAsking(true)}
        />
      </Card>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('security.freezeQuestion')}
        confirmLabel={t('security.freezeIt')}
        confirmKind="danger"
        cancelLabel={t('common.cancel')}
        isBusy={isBusy}
        busyLabel={t('security.freezing')}
        onConfirm={() => submit(undefined)}
        onCancel={close}
      >
        {t('security.freezeText')}
      </ConfirmDialog>
    </>
  );
}
