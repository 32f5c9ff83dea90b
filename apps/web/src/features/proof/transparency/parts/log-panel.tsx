/** The checkpoints of the public log: the published one with its witnesses, and the newest of those that are kept. */
import { useQuery } from '@tanstack/react-query';
import { classNames, shieldIcon, SkeletonRows, TextButton } from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { CheckpointRow } from '../../../../kernel/log-checkpoints/checkpoint-row.tsx';
import {
  newestCheckpointsQuery,
  shortRoot,
} from '../../../../kernel/log-checkpoints/log-checkpoints.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Figures } from '../api.ts';
import { Panel, Table } from './panel.tsx';
import styles from './transparency.module.css';
import { usePrints } from './use-prints.ts';

export function LogPanel({ log }: { log: Figures['log'] }) {
  const t = useT();
  const to = useLinks();
  const { count, time } = usePrints();
  const { size, at, root, witnesses } = log;
  const cosigned = witnesses.filter(({ state }) => state === 'cosigned').length;
  const isRefused = witnesses.some(({ state }) => state === 'refused');
  const total = count(witnesses.length);
  const isAlone = witnesses.length === 0;
  return (
    <Panel
      title={t('transparency.logHeading')}
      text={t('transparency.logText')}
      note={
        isAlone
          ? t('transparency.noWitnesses')
          : isRefused
            ? t('transparency.refusedNote')
            : undefined
      }
    >
      <Table
        title={t('transparency.logHeading')}
        heads={[
          t('transparency.checkpoint'),
          t('transparency.signedAt'),
          t('transparency.root'),
          ...(isAlone ? [] : [t('transparency.witnesses')]),
        ]}
        wide={[1]}
        rows={[
          {
            key: 'checkpoint',
            cells: [
              count(size),
              time(at),
              <code key="root" title={root}>
                {shortRoot(root)}
              </code>,
              ...(isAlone ? [] : [t('transparency.partOf', { part: count(cosigned), total })]),
            ],
          },
        ]}
      />
      {!isAlone && <WitnessTable witnesses={witnesses} />}
      <Newest />
      <TextButton icon={shieldIcon} tone="accent" {...to(pages.publicLog)}>
        {t('transparency.publicLog')}
      </TextButton>
    </Panel>
  );
}

/** As many as a glance takes in; all of them are on the page of the log. The newest may not be cosigned, so not published, yet. */
const NEWEST = 4;

function Newest() {
  const t = useT();
  const { time } = usePrints();
  const query = useQuery(newestCheckpointsQuery(NEWEST));
  return (
    <section className={styles.earlier}>
      <h3>{t('log-checkpoints.history')}</h3>
      <Loaded query={query} skeleton={<SkeletonRows count={NEWEST} />}>
        {(list) =>
          list.length === 0 ? (
            <p>{t('log-checkpoints.noHistory')}</p>
          ) : (
            <ul>
              {list.map((checkpoint) => (
                <li key={checkpoint.ID}>
                  <CheckpointRow checkpoint={checkpoint} time={time(checkpoint.CreatedAt)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function WitnessTable({ witnesses }: Pick<Figures['log'], 'witnesses'>) {
  const t = useT();
  const { shortTime } = usePrints();
  return (
    <Table
      title={t('transparency.witnesses')}
      heads={[t('transparency.witness'), t('transparency.cosignedAt'), t('transparency.state')]}
      wide={[1]}
      rows={witnesses.map(({ name, state, at }, index) => ({
        key: `${index} ${name}`,
        cells: [
          <span key="name" className={styles.host}>
            {name.split(/(?<=[./])/).flatMap((part, place) => [<wbr key={place} />, part])}
            <small>
              {at === null
                ? t('transparency.neverSigned')
                : t('transparency.lastSigned', { time: shortTime(at) })}
            </small>
          </span>,
          at === null ? t('transparency.never') : shortTime(at),
          <span
            key="state"
            className={classNames(
              state === 'refused' && styles.short,
              state === 'missing' && styles.absent,
            )}
          >
            {t(`transparency.witness_${state}`)}
          </span>,
        ],
      }))}
    />
  );
}
