/** The newest snapshot of what is owed to all members, and asking for one. */
import { Button, DateText, Inline } from '@tern/ui';
import { useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Facts, Part } from '../../../kernel/page.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { type Snapshot, useNewestSnapshot } from './api.ts';
import styles from './operations.module.css';
import { operationTexts } from './texts.ts';

const { measures: labels } = operationTexts;

/** Its published entry with the proof, as anyone can read it. */
const receiptOf = (snapshot: Snapshot['ID']) => `/log/liabilities/${snapshot}/snapshot.tlog-proof`;

export function Liabilities() {
  const newest = useNewestSnapshot();
  return (
    <Part title={labels.liabilities}>
      <Loaded query={newest}>
        {({ newest: snapshot }) => (
          <>
            {snapshot === null ? (
              <p className={styles.unknown}>{labels.noSnapshot}</p>
            ) : (
              <NewestSnapshot snapshot={snapshot} />
            )}
            <AskButton isWaiting={snapshot?.index === null} />
          </>
        )}
      </Loaded>
    </Part>
  );
}

function NewestSnapshot({ snapshot }: { snapshot: Snapshot }) {
  const { ID, askedBy, takenAt, index, publishedAt } = snapshot;
  return (
    <Facts
      className={styles.facts}
      rows={[
        [labels.snapshot(ID), stateOf(snapshot)],
        [labels.askedBy, askedBy ?? labels.daily],
        ...(takenAt === null
          ? []
          : ([[labels.balances, <DateText key="taken" at={takenAt} detail="short" />]] as const)),
        ...(index === null
          ? []
          : ([
              [
                labels.publishedAt,
                publishedAt === null ? (
                  <a key="at" href={receiptOf(ID)}>
                    {labels.view}
                  </a>
                ) : (
                  <a key="at" href={receiptOf(ID)} title={labels.view}>
                    <DateText at={publishedAt} detail="short" />
                  </a>
                ),
              ],
            ] as const)),
      ]}
    />
  );
}

function stateOf({ takenAt, index }: Snapshot): string {
  if (index !== null) return labels.published;
  return takenAt === null ? labels.waiting : labels.running;
}

function AskButton({ isWaiting }: { isWaiting: boolean }) {
  const mayAsk = usePermission('books.export');
  const ask = useAct('POST /operator/liabilities/ask', () => labels.asked);
  if (!mayAsk) return null;
  return (
    <Inline gap={8} align="center" isWrapped>
      <Button isSmall isDisabled={isWaiting} isBusy={ask.isBusy} onPress={() => ask.run({})}>
        {labels.ask}
      </Button>
    </Inline>
  );
}
