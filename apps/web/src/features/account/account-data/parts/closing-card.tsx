/** Of an account that is being closed: when, what would stop it, and keeping it. */
import { Button, Card, formatDate, showToast, Stack, Text } from '@tern/ui';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { type Closing, keepAccount, type Obstacle } from '../api.ts';
import styles from './account-data.module.css';
import { ObstacleList } from './obstacle-list.tsx';

export interface ClosingCardProps {
  closing: Closing;
  obstacles: readonly Obstacle[];
}

export function ClosingCard({ closing, obstacles }: ClosingCardProps) {
  const { t, locale } = useI18n();
  const { submit, isBusy, isOff } = useSubmit({
    send: () => keepAccount(),
    onDone: () => showToast(t('account-data.kept'), 'done'),
  });
  return (
    <>
      <Card>
        <Stack gap={16} role="status">
          <Text as="h2" size="head" isTight>
            {t('account-data.closesAt', { time: formatDate(closing.endsAt, { locale }) })}
          </Text>
          <Text size="body" tone="soft">
            {t('account-data.closesText')}
          </Text>
          <Button
            kind="primary"
            isFull
            isBusy={isBusy}
            isDisabled={isOff}
            busyLabel={t('account-data.sending')}
            onPress={() => submit(undefined)}
          >
            {t('account-data.keep')}
          </Button>
        </Stack>
      </Card>
      {obstacles.length > 0 && (
        <Card isPadded={false}>
          <p className={styles.lead}>{t('account-data.stops')}</p>
          <ObstacleList obstacles={obstacles} />
        </Card>
      )}
    </>
  );
}
