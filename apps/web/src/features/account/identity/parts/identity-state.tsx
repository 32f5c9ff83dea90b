/** Documents under review, and a verified identity: read only, without photographs. */
import {
  Card,
  checkIcon,
  classNames,
  clockIcon,
  formatDate,
  Icon,
  KeyValue,
  KeyValues,
  Note,
  Stack,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import { serverNow } from '../../../../kernel/site-config.ts';
import { type Step, StepList } from '../../../../kernel/step-list.tsx';
import { countryName } from '../../../../kernel/countries.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { languages } from '../../../../platform/i18n/languages.ts';
import type { Documents, Identity } from '../api.ts';
import { decisionOf } from '../view-model.ts';
import styles from './identity.module.css';
import { Renewal } from './renewal.tsx';

export function UnderReview({ documents }: { documents: Documents | undefined }) {
  const t = useT();
  return (
    <Stack gap={14}>
      <div className={styles.head}>
        <span className={classNames(styles.disc, styles.waiting)}>
          <Icon of={clockIcon} size={24} />
        </span>
        <h2>{t('transfer.identityChecked')}</h2>
        <Text size="label" tone="soft">
          {t('transfer.identityCheckedText')}
        </Text>
      </div>
      {documents !== undefined && (
        <>
          {documents.heldReason !== '' && (
            <Note>{t('identity.reason', { reason: documents.heldReason })}</Note>
          )}
          <Steps documents={documents} />
          <Facts documents={documents} />
        </>
      )}
    </Stack>
  );
}

interface VerifiedProps {
  identity: Identity | undefined;
  onRenew: () => void;
}

export function Verified({ identity, onRenew }: VerifiedProps) {
  const t = useT();
  const documents = identity?.verified;
  return (
    <Stack gap={14}>
      <div className={styles.head}>
        <span className={styles.disc}>
          <Icon of={checkIcon} size={24} />
        </span>
        <h2>{t('identity.verified')}</h2>
        <Text size="label" tone="soft">
          {t('identity.verifiedText')}
        </Text>
      </div>
      {documents !== undefined && <Facts documents={documents} />}
      {identity !== undefined && <Renewal identity={identity} onStart={onRenew} />}
    </Stack>
  );
}

function Steps({ documents: { CreatedAt, ...documents } }: { documents: Documents }) {
  const t = useT();
  const locale = useNumberLocale();
  const [now] = useState(() => new Date(serverNow()).toISOString());
  const time = (at: string) => formatDate(at, { locale });
  const { key, at } = decisionOf(documents, now);
  const steps: Step[] = [
    { state: 'done', title: t('transfer.stepSubmitted'), text: time(CreatedAt) },
    { state: 'now', title: t('transfer.stepChecking'), text: t(key, { time: time(at) }) },
    { state: 'next', title: t('identity.stepVerified'), text: t('identity.opens') },
  ];
  return (
    <Card>
      <StepList steps={steps} />
    </Card>
  );
}

function Facts({ documents }: { documents: Documents }) {
  const t = useT();
  const locale = useNumberLocale();
  const { name, type, recordNo, decidedAt, details } = documents;
  const { language } = useI18n();
  return (
    <KeyValues>
      <KeyValue name={t('identity.nameShort')} value={name} />
      <KeyValue name={t('identity.type')} value={t(`identity.${type}`)} />
      {details !== null && (
        <>
          <KeyValue name={t('identity.documentNumber')} value={details.documentNumber} />
          {details.documentEndsOn !== null && (
            <KeyValue
              name={t('identity.documentEndsOn')}
              value={formatDate(details.documentEndsOn, {
                locale,
                detail: 'day',
                timeZone: 'UTC',
              })}
            />
          )}
          <KeyValue
            name={t('identity.residence')}
            value={countryName(details.residence, languages[language].locale)}
          />
        </>
      )}
      <KeyValue name={t('transfer.recordNo')} value={recordNo} />
      {decidedAt !== null && (
        <KeyValue name={t('identity.verifiedOn')} value={formatDate(decidedAt, { locale })} />
      )}
    </KeyValues>
  );
}
