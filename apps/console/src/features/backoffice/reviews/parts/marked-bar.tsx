/** Claims the marked reviews, and says which of them a colleague has. */
import { Button, closeIcon, IconButton } from '@tern/ui';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { refusals } from '@tern/protocol/refusals';
import { useState } from 'react';
import { useAct } from '../../../../kernel/act.ts';
import { texts } from '../../../../kernel/texts.ts';
import styles from './queue-list.module.css';

type Refused = OperatorOutput<'POST /operator/review/claimSeveral'>['refused'][number];

function sentenceOf({ ID, recordNo, code, login }: Refused): string {
  const labels = texts.queue.notClaimed;
  const named = recordNo === '' ? String(ID) : recordNo;
  if (login !== '') return labels.with(named, login);
  if (code === refusals['already-decided']) return labels.decided(named);
  return code === refusals['second-person-needed'] ? labels.second(named) : labels.other(named);
}

export interface MarkedBarProps {
  ids: readonly number[];
  onClear: () => void;
}

export function MarkedBar({ ids, onClear }: MarkedBarProps) {
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const labels = texts.queue;
  const claim = useAct('POST /operator/review/claimSeveral', ({ claimed }) =>
    labels.claimedCount(claimed.length),
  );
  const run = () =>
    claim.run({ IDs: [...ids] }, (answer) => {
      setRefused(answer.refused);
      onClear();
    });
  return (
    <>
      {refused.length > 0 && (
        <div className={styles.refused} role="status">
          <ul>
            {refused.map((each) => (
              <li key={each.ID}>{sentenceOf(each)}</li>
            ))}
          </ul>
          <IconButton
            icon={closeIcon}
            size={14}
            isQuiet
            label={texts.ui.close}
            onPress={() => setRefused([])}
          />
        </div>
      )}
      {ids.length > 0 && (
        <div className={styles.markedBar}>
          <span>{labels.marked(ids.length)}</span>
          <Button isSmall kind="outline" onPress={onClear}>
            {labels.unmark}
          </Button>
          <Button isSmall isBusy={claim.isBusy} onPress={run}>
            {labels.claimMarked(ids.length)}
          </Button>
        </div>
      )}
    </>
  );
}
