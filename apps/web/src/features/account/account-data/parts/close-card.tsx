/** Closing the account: what is left first, then what it means, and the request. */
import { Button, Card, Stack, Text } from '@tern/ui';
import { useState } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type AccountData, closeAccount } from '../api.ts';
import styles from './account-data.module.css';
import { GiveUpCard } from './give-up-card.tsx';
import { ObstacleList } from './obstacle-list.tsx';
import { PasswordSheet } from './password-sheet.tsx';

export function CloseCard({ data }: { data: AccountData }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { obstacles, machines, waitDays, keptYears } = data;
  const isEmpty = obstacles.length === 0;
  const close = () => setOpen(false);
  return (
    <>
      <Stack gap={12}>
        {!isEmpty && (
          <Card isPadded={false}>
            <p className={styles.lead}>{t('account-data.emptyFirst')}</p>
            <ObstacleList obstacles={obstacles} />
          </Card>
        )}
        {machines.length > 0 && <GiveUpCard machines={machines} />}
        <Card>
          <Stack gap={16}>
            <ul className={styles.facts}>
              <li>{t('account-data.factWait', { days: waitDays })}</li>
              <li>{t('account-data.factRemoved')}</li>
              <li>{t('account-data.factKept', { years: keptYears })}</li>
              <li>{t('account-data.factRewards')}</li>
              <li>{t('account-data.factFinal')}</li>
            </ul>
            {isEmpty ? (
              <Button kind="danger" isFull onPress={() => setOpen(true)}>
                {t('account-data.closeAccount')}
              </Button>
            ) : (
              <Text size="body" tone="soft">
                {t('account-data.dust')}
              </Text>
            )}
          </Stack>
        </Card>
      </Stack>
      <PasswordSheet
        isOpen={isOpen}
        isDanger
        title={t('account-data.closeQuestion')}
        text={t('account-data.closeText', { days: waitDays })}
        action={t('account-data.closeAccount')}
        busy={t('account-data.sending')}
        send={closeAccount}
        onDone={close}
        onRefused={(refusal) => {
          // The page shows what is left.
          if (refusal === 'account-not-empty') close();
          return false;
        }}
        onClose={close}
      />
    </>
  );
}
