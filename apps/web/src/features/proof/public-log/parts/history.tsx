/** All checkpoints of the log; the newest may still lack cosignatures, so it can be newer than the published one. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Card, DateText, Text } from '@tern/ui';
import { CheckpointRow } from '../../../../kernel/log-checkpoints/checkpoint-row.tsx';
import { checkpointsQuery } from '../../../../kernel/log-checkpoints/log-checkpoints.ts';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import styles from './history.module.css';

export function History() {
  const t = useT();
  const query = useInfiniteQuery(checkpointsQuery());
  return (
    <section className={styles.history}>
      <h2>{t('log-checkpoints.history')}</h2>
      <Card>
        <PagedList
          query={query}
          renderRow={(checkpoint) => (
            <CheckpointRow
              checkpoint={checkpoint}
              time={<DateText at={checkpoint.CreatedAt} detail="minute" />}
            />
          )}
          empty={<Text tone="soft">{t('log-checkpoints.noHistory')}</Text>}
        />
      </Card>
    </section>
  );
}
