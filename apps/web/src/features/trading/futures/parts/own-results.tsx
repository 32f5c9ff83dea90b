/** The member's total result so far, shown before the next contract is placed. */
import { useQuery } from '@tanstack/react-query';
import { AmountText, Card, KeyValue, KeyValues, PercentText, Section, Text } from '@tern/ui';
import type { ContractTerms } from '../../../../kernel/contract-terms.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { resultsQuery } from '../api.ts';
import { percentOf } from '../contract-view.ts';
import styles from './contract.module.css';

export function OwnResults({ terms: { asset, places } }: { terms: ContractTerms }) {
  const t = useT();
  const results = useQuery(resultsQuery).data;
  if (!results) return null;
  const { settled, wins, losses, winRate, breakEven, staked, profit } = results;
  return (
    <Section title={t('futures.ownResults')}>
      <div className={styles.card}>
        <Card>
          {settled === 0 ? (
            <Text size="label" tone="soft">
              {t('futures.noResults')}
            </Text>
          ) : (
            <KeyValues>
              <KeyValue
                name={t('futures.rightCalls')}
                value={
                  <>
                    {t('futures.rightOf', { right: String(wins), all: String(wins + losses) })}
                    {' · '}
                    <PercentText percent={percentOf(winRate)} places={2} />
                  </>
                }
              />
              <KeyValue
                name={t('futures.neededCalls')}
                value={<PercentText percent={percentOf(breakEven)} places={2} />}
              />
              <KeyValue
                name={t('futures.stakedSoFar')}
                value={<AmountText value={staked} places={places} unit={asset} />}
              />
              <KeyValue
                isTotal
                name={t('futures.profitOrLoss')}
                value={<AmountText isGain value={profit} places={places} unit={asset} />}
              />
            </KeyValues>
          )}
        </Card>
      </div>
    </Section>
  );
}

/** The same as one line, for the confirmation; nothing while unknown. */
export function ResultsLine({ terms: { asset, places } }: { terms: ContractTerms }) {
  const t = useT();
  const results = useQuery(resultsQuery).data;
  if (!results) return null;
  const { settled, wins, losses, profit } = results;
  const calls = { right: String(wins), all: String(wins + losses) };
  return (
    <Text size="label" tone="soft">
      {settled === 0 ? (
        t('futures.noResults')
      ) : (
        <>
          {t('futures.ownResults')}: {t('futures.rightOf', calls)}
          {' · '}
          <AmountText isGain value={profit} places={places} unit={asset} />
        </>
      )}
    </Text>
  );
}
