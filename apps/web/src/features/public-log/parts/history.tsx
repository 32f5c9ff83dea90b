/** Earlier checkpoints: size, time, who cosigned, and the signed note of each. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Card, DateText, formatPrice, useNumberLocale } from '@tern/ui';
import { PagedList } from '../../../kernel/paged-list.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { historyQuery, type PastCheckpoint } from '../api.ts';
import styles from './history.module.css';

export function History() {
  const t = useT();
  const query = useInfiniteQuery(historyQuery());
  return (
    <section className={styles.history}>
      <h2>{t('public-log.history')}</h2>
      <Card>
        <PagedList
          query={query}
          renderRow={(checkpoint) => <Row checkpoint={checkpoint} />}
          empty={<p className={styles.none}>{t('public-log.noHistory')}</p>}
        />
      </Card>
    </section>
  );
}

function Row({ checkpoint: { ID, CreatedAt, witnesses, href } }: { checkpoint: PastCheckpoint }) {
  const t = useT();
  const locale = useNumberLocale();
  const count = formatPrice(String(ID), { locale });
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.size}>{t('public-log.sizeOf', { count })}</p>
        <p className={styles.detail}>
          <DateText at={CreatedAt} detail="minute" />
        </p>
        <p className={styles.detail}>
          {witnesses.length === 0
            ? t('public-log.notCosigned')
            : t('public-log.cosignedBy', { names: witnesses.join(', ') })}
        </p>
      </div>
      <a href={href} target="_blank" rel="noopener noreferrer" className={styles.file}>
        {t('public-log.file')}
      </a>
    </div>
  );
}
