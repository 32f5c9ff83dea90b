/** Whether a rule looks, and what waits for a second person. */
import { Pill } from '@tern/ui';
import type { Rule } from './api.ts';
import styles from './monitoring.module.css';
import { monitoringTexts } from './texts.ts';

export function RuleState({ rule: { inForce, proposal } }: { rule: Rule }) {
  const { states, version } = monitoringTexts;
  return (
    <span className={styles.states}>
      {inForce === null ? (
        <span className={styles.faint}>{states.never}</span>
      ) : (
        <Pill kind={inForce.isOn ? 'done' : 'neutral'}>
          {inForce.isOn ? states.on : states.off}
        </Pill>
      )}
      {proposal !== null && (
        <Pill kind="review">{`${version(proposal.version)}, ${states.waits}`}</Pill>
      )}
    </span>
  );
}
