/** Asks for no real document in the simulation, and offers a sample receipt. */
import { formatDate, Note, TextButton, useNumberLocale } from '@tern/ui';
import { serverNow, useIsSimulated } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { drawSampleProof } from '../sample-proof.ts';
import type { Proof } from '../use-proof.ts';
import styles from './deposit.module.css';

export interface SampleNoteProps {
  proof: Proof;
  /** The details printed on the sample receipt. */
  sentence: { coin: string; network: string; num: string };
}

export function SampleNote({ proof, sentence }: SampleNoteProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { coin, network, num } = sentence;
  const draw = async () => {
    const time = formatDate(new Date(serverNow()).toISOString(), { locale, detail: 'second' });
    const lines = [`${num} ${coin}`.trim(), network, time];
    proof.choose(await drawSampleProof({ mark: t('deposit.simulation'), lines }));
  };
  if (!useIsSimulated()) return null;
  return (
    <Note kind="paper">
      <p>{t('deposit.paperProof')}</p>
      <div className={styles.sample}>
        <TextButton tone="accent" isFlush onPress={() => void draw()}>
          {t('deposit.useSample')}
        </TextButton>
      </div>
    </Note>
  );
}
