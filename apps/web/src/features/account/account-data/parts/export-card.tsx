/** Preparing the export with the login password, and the one download of it. */
import { Button, Card, formatDate, showToast, Stack, Text } from '@tern/ui';
import { useState } from 'react';
import { saveFrom } from '../../../../kernel/save-file.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { type Download, prepareExport } from '../api.ts';
import { PasswordSheet } from './password-sheet.tsx';

export function ExportCard() {
  const { t, locale } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const [download, setDownload] = useState<Download>();
  const save = ({ path }: Download) => {
    saveFrom(path);
    setDownload(undefined);
    showToast(t('account-data.started'), 'done');
  };
  return (
    <Card>
      <Stack gap={16}>
        <Text size="body" tone="soft">
          {t('account-data.exportText')}
        </Text>
        {download === undefined ? (
          <Button kind="secondary" isFull onPress={() => setOpen(true)}>
            {t('account-data.prepare')}
          </Button>
        ) : (
          <Stack gap={16} role="status">
            <Text size="body" tone="soft">
              {t('account-data.ready', {
                time: formatDate(download.expiresAt, { locale, detail: 'clock' }),
              })}
            </Text>
            <Button kind="primary" isFull onPress={() => save(download)}>
              {t('account-data.download')}
            </Button>
          </Stack>
        )}
      </Stack>
      <PasswordSheet
        isOpen={isOpen}
        title={t('account-data.prepare')}
        text={t('account-data.prepareText')}
        action={t('account-data.prepareIt')}
        busy={t('account-data.preparing')}
        send={prepareExport}
        onDone={(ready) => {
          setDownload(ready);
          setOpen(false);
        }}
        onClose={() => setOpen(false)}
      />
    </Card>
  );
}
