/** The member's code and link, to copy and as a QR code. */
import { Card, globeIcon, Icon, Text } from '@tern/ui';
import { Fragment } from 'react';
import { QrCode } from '../../../../kernel/qr-code.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Invitations } from '../api.ts';
import { shownLink } from '../view-model.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './invitation.module.css';

export function CodeCard({ code, link }: Pick<Invitations, 'code' | 'link'>) {
  const t = useT();
  return (
    <Card isPadded={false} className={styles.card ?? ''}>
      <QrCode text={link} label={t('invitation.qrLabel')} className={styles.qr} />
      <div className={styles.code}>
        <Text as="span" size="cap" tone="faint">
          {t('invitation.yourCode')}
        </Text>
        <b>{code}</b>
      </div>
      <div className={styles.copies}>
        <CopyButton text={code} label={t('invitation.copyCode')}>
          {t('invitation.code')}
        </CopyButton>
        <CopyButton text={link} label={t('invitation.copyLink')}>
          {t('invitation.link')}
        </CopyButton>
      </div>
      <p className={styles.link}>
        <Icon of={globeIcon} size={18} />
        <span>
          {shownLink(link).map((part) => (
            <Fragment key={part}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </span>
      </p>
    </Card>
  );
}
