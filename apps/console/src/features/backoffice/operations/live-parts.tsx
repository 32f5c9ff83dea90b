/** The parts of the page that are measured: price sources, rails, database, incidents. */
import { classNames, formatDate, Text } from '@tern/ui';
import type { ReactNode } from 'react';
import { Facts, Part } from '../../../kernel/page.tsx';
import { useAge } from '../../../kernel/value-text.ts';
import { useNow } from '../../../platform/now.ts';
import type { Incident, Rail, Source, State } from './api.ts';
import styles from './operations.module.css';
import { ageOf, bytesText, nameOf, numberText, secondsText, usedShare } from './wording.ts';
import type { Level } from './worst.ts';
import { operationTexts } from './texts.ts';

const { measures: labels } = operationTexts;

export function Dot({ level }: { level: Level }) {
  return <i className={classNames(styles.dot, styles[level])} aria-hidden="true" />;
}

interface LineProps {
  level: Level;
  name: string;
  what: string;
  children: ReactNode;
}

function StateLine({ level, name, what, children }: LineProps) {
  return (
    <li>
      <Dot level={level} />
      <b>{name}</b>
      <span>{what}</span>
      <em className={level === 'usual' ? undefined : styles.bad}>{children}</em>
    </li>
  );
}

export function Sources({ sources }: { sources: readonly Source[] }) {
  const now = useNow(1_000);
  return (
    <Part title={labels.sources} aside={<span>{labels.sourcesAside}</span>}>
      <ul className={styles.lines}>
        {sources.map((source) => (
          <StateLine
            key={source.name}
            level={source.isLate ? 'unusual' : 'usual'}
            name={nameOf(source.name)}
            what={[
              ...source.classes.map(
                ({ name, symbols }) => `${labels.classes[name] ?? name} ${symbols}`,
              ),
              ...(source.silent > 0 && !source.isLate ? [labels.silent(source.silent)] : []),
            ].join(', ')}
          >
            {ageText(source, now)}
          </StateLine>
        ))}
      </ul>
    </Part>
  );
}

function ageText({ isClosed, isLate, lastQuoteAt }: Source, now: number): string {
  if (isClosed) return labels.closed;
  if (lastQuoteAt === null) return labels.noPrice;
  const age = ageOf(lastQuoteAt, now);
  return isLate ? labels.late(age) : age;
}

export function Rails({ rails }: { rails: readonly Rail[] }) {
  const now = useNow(1_000);
  return (
    <Part title={labels.rails} aside={<span>{labels.railsAside}</span>}>
      <ul className={styles.lines}>
        {rails.map(({ name, chain }) => {
          if (chain === null) {
            return (
              <StateLine key={name} level="usual" name={labels.paper} what={labels.movesPaper}>
                {null}
              </StateLine>
            );
          }
          const { network, height, readAt, confirmations, blocked } = chain;
          return (
            <StateLine
              key={name}
              level={blocked === '' ? 'usual' : 'act'}
              name={network}
              what={
                height === null ? labels.noBlock : labels.asks(numberText(height), confirmations)
              }
            >
              {blocked === '' ? ageOf(readAt, now) : blocked}
            </StateLine>
          );
        })}
      </ul>
    </Part>
  );
}

export function DatabasePart({ database, backup }: Pick<State, 'database' | 'backup'>) {
  const backups = useBackupRows(backup);
  if (database === null) {
    return (
      <Part title={labels.database}>
        <p className={styles.unknown}>{labels.unmeasured}</p>
      </Part>
    );
  }
  const { version, answerMs, standbys, longestMs, size, disk } = database;
  return (
    <Part title={labels.database} aside={<span>{labels.engine(version)}</span>}>
      <Facts
        className={styles.facts}
        rows={[
          [labels.answers, labels.answering(numberText(answerMs))],
          [labels.standby, standbys === 0 ? labels.noStandby : labels.standbys(standbys)],
          [labels.longest, secondsText(longestMs)],
          [labels.size, bytesText(size)],
          [
            labels.disk,
            disk === null
              ? labels.unknownDisk
              : labels.diskUsed(Math.round(usedShare(disk) * 100), bytesText(disk.size)),
          ],
          ...backups,
        ]}
      />
    </Part>
  );
}

function useBackupRows(backup: State['backup']): [string, ReactNode][] {
  const newest = useAge(backup?.newestAt);
  const archived = useAge(backup?.archivedAt);
  if (backup === null) return [[labels.backup, labels.noBackups]];
  const ago = (age: string | undefined) =>
    age === undefined ? labels.noBackupYet : labels.backupAge(age);
  const rows: [string, ReactNode][] = [
    [labels.backup, ago(newest)],
    [labels.archive, ago(archived)],
  ];
  if (backup.fault !== '') rows.push([labels.backupFault, backup.fault]);
  return rows;
}

export function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <Part title={labels.incidents}>
      {incidents.length === 0 ? (
        <p className={styles.unknown}>{labels.noIncidents}</p>
      ) : (
        <ol className={styles.incidents}>
          {incidents.map((incident) => (
            <li key={incident.ID} className={incident.endedAt === null ? styles.open : undefined}>
              <Text as="b" size="label-strong" tone="main">
                {titleOf(incident)}
              </Text>
              <p>{timesOf(incident)}</p>
              <p>{effectOf(incident)}</p>
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}

type FigureName = keyof typeof labels.labels;
const isFigure = (name: string): name is FigureName => name in labels.labels;

function titleOf({ kind, subject, endedAt }: Incident): string {
  if (kind === 'figure') {
    return labels.figureIncident(isFigure(subject) ? labels.labels[subject] : subject);
  }
  if (kind === 'source') {
    return endedAt === null
      ? labels.sourceSilent(nameOf(subject))
      : labels.sourceIncident(nameOf(subject));
  }
  return kind === 'readOnly' ? labels.readOnlyIncident : labels.awayIncident;
}

function timesOf({ beganAt, endedAt }: Incident): string {
  const began = formatDate(beganAt, { locale: 'en', detail: 'short' });
  if (endedAt === null) return labels.since(began);
  const isSameDay = new Date(beganAt).toDateString() === new Date(endedAt).toDateString();
  const detail = isSameDay ? 'clock' : 'short';
  return labels.fromTo(began, formatDate(endedAt, { locale: 'en', detail }));
}

function effectOf({ kind, subject, worst }: Incident): string {
  if (kind === 'readOnly') return labels.nothingMoved;
  if (kind === 'away') return labels.nothingServed;
  if (kind === 'source') return labels.longestSilence(secondsText(worst ?? 0));
  const unit = isFigure(subject) ? ` ${labels.units[subject]}` : '';
  return labels.worst(`${numberText((worst ?? 0) / 1_000)}${unit}`);
}
