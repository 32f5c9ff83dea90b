/** The member's own limits, with a link to change them. */
import { useQuery } from '@tanstack/react-query';
import { AmountText, Card, KeyValue, KeyValues, Section, TextButton } from '@tern/ui';
import { useState } from 'react';
import type { ContractTerms } from '../../../../kernel/contract-terms.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { limitsQuery } from '../api.ts';
import styles from './contract.module.css';
import { LimitsSheet, usePauseText, useComingLimitText } from './limits-sheet.tsx';

export function OwnLimits({ terms }: { terms: ContractTerms }) {
  const t = useT();
  const limits = useQuery(limitsQuery).data;
  const [isOpen, setOpen] = useState(false);
  const pauseText = usePauseText();
  const coming = useComingLimitText(terms);
  if (!limits) return null;
  const { dailyStake, stakedToday, pausedUntil } = limits;
  const { places, asset } = terms;
  const comingText = coming(limits);
  return (
    <Section
      title={t('futures.limits')}
      aside={
        <TextButton isFlush label={t('futures.changeLimits')} onPress={() => setOpen(true)}>
          {t('futures.change')}
        </TextButton>
      }
    >
      <div className={styles.card}>
        <Card>
          <KeyValues>
            <KeyValue
              name={t('futures.dayLimit')}
              value={
                dailyStake === '' ? (
                  t('futures.noLimit')
                ) : (
                  <AmountText value={dailyStake} places={places} unit={asset} />
                )
              }
            />
            {comingText !== undefined && <KeyValue name={t('futures.coming')} value={comingText} />}
            <KeyValue
              name={t('futures.stakedToday')}
              value={<AmountText value={stakedToday} places={places} unit={asset} />}
            />
            <KeyValue name={t('futures.pause')} value={pauseText(pausedUntil)} />
          </KeyValues>
        </Card>
      </div>
      <LimitsSheet isOpen={isOpen} limits={limits} terms={terms} onClose={() => setOpen(false)} />
    </Section>
  );
}
