/** A record inside a message: opens its page. */
import type { RecordCard } from '@tern/protocol/client';
import { chevronRightIcon, Icon, Pressable } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { pageOf } from '../records.ts';
import { RecordLines } from './record-lines.tsx';
import styles from './records.module.css';

export interface RecordLinkProps {
  record: RecordCard;
  /** Names the one act that the member has, while it is possible. */
  hasAct?: boolean;
}

export function RecordLink({ record, hasAct = false }: RecordLinkProps) {
  const t = useT();
  const to = useLinks();
  const page = pageOf(record, useNavigator().routes);
  if (page === undefined) {
    return (
      <div className={styles.record}>
        <RecordLines record={record} />
      </div>
    );
  }
  return (
    <Pressable className={styles.record} {...to(page.path, page.params)}>
      <RecordLines record={record} />
      {hasAct && record.canCancel ? (
        <span className={styles.act}>{t('support.cancelIt')}</span>
      ) : (
        <Icon of={chevronRightIcon} size={16} />
      )}
    </Pressable>
  );
}
