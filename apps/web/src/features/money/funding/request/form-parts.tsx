/** What several funding forms show: the selected coin, the next steps, and the note of paper mode. */
import { chevronDownIcon, CoinMark, Icon, Inline, Note } from '@tern/ui';
import type { ReactNode } from 'react';
import { useIsSimulated } from '../../../../kernel/site-config.ts';
import styles from './form.module.css';

export interface CoinButtonProps {
  asset: string;
  logo?: string | undefined;
  onPress: () => void;
}

/** The coin at the head of a form, as a button to select another. */
export function CoinButton({ asset, logo, onPress }: CoinButtonProps) {
  return (
    <Inline justify="center">
      <button type="button" className={styles.coin} onClick={onPress}>
        <CoinMark symbol={asset} logo={logo} size={24} />
        {asset}
        <Icon of={chevronDownIcon} size={16} />
      </button>
    </Inline>
  );
}

export interface NextStepsProps {
  steps: readonly { title: string; text: string }[];
}

/** What happens after submitting, in three short steps. */
export function NextSteps({ steps }: NextStepsProps) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text }) => (
        <li key={title}>
          <b>{title}</b>
          {text}
        </li>
      ))}
    </ol>
  );
}

/** The gold note that no bank is involved in paper mode. */
export function PaperNote({ children }: { children: ReactNode }) {
  return useIsSimulated() ? <Note kind="paper">{children}</Note> : null;
}
