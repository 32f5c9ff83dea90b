/** An API key, without its secret. */
import { Card, DateText, Inline, KeyValue, KeyValues, Pill, Text, TextButton } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { ApiKey } from '../api.ts';
import styles from './keys.module.css';

export function KeyCard({ apiKey, onDelete }: { apiKey: ApiKey; onDelete: () => void }) {
  const t = useT();
  const { name, accessKey, scopes, ips, lastUsedAt, CreatedAt } = apiKey;
  return (
    <Card>
      <div className={styles.head}>
        <Text as="h2" size="strong" breaksAnywhere>
          {name}
        </Text>
        <Pill>{t(scopes.includes('trade') ? 'keys.readAndTrade' : 'keys.readOnly')}</Pill>
      </div>
      <KeyValues>
        <KeyValue
          name={t('keys.accessKey')}
          value={<span className={styles.code}>{accessKey}</span>}
        />
        <KeyValue
          name={t('keys.addresses')}
          value={
            ips.length === 0 ? (
              t('keys.anyAddress')
            ) : (
              <span className={styles.code}>{ips.join(', ')}</span>
            )
          }
        />
        <KeyValue name={t('keys.created')} value={<DateText at={CreatedAt} />} />
        <KeyValue
          name={t('keys.lastUsed')}
          value={lastUsedAt === null ? t('keys.never') : <DateText at={lastUsedAt} />}
        />
      </KeyValues>
      <Inline justify="end">
        <TextButton isFlush label={t('keys.deleteNamed', { name })} onPress={onDelete}>
          {t('keys.delete')}
        </TextButton>
      </Inline>
    </Card>
  );
}
