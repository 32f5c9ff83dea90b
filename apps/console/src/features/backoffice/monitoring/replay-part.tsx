/** Replays the values of the form over past days: figures, hits by day, and examples. */
import { Button, Inline, Note, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Part } from '../../../kernel/page.tsx';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import type { Replay, ReplayAsked } from './api.ts';
import { FoundTable } from './found-table.tsx';
import styles from './monitoring.module.css';
import { monitoringTexts, whole } from './texts.ts';

const { replay: labels } = monitoringTexts;
const SPANS = [1, 7, 31];
const USUAL_DAYS = 7;
const DAY_MS = 86_400_000;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, '2026-11-28'.length);
/** UTC days, both included, up to today. */
const lastDays = (days: number) => ({
  from: dayOf(Date.now() - (days - 1) * DAY_MS),
  until: dayOf(Date.now()),
});

interface ReplayPartProps {
  ruleKey: ReplayAsked['key'];
  /** Undefined while a value is wrong. */
  given: ReplayAsked['parameters'] | undefined;
}

export function ReplayPart({ ruleKey, given }: ReplayPartProps) {
  const [days, setDays] = useState(() => lastDays(USUAL_DAYS));
  const [shown, setShown] = useState<{ asked: ReplayAsked; replay: Replay }>();
  const run = useAct('POST /operator/monitoring/replay', ({ hits }) => labels.done(hits));
  const isReady = given !== undefined && days.from !== '' && days.until >= days.from;
  const start = () => {
    if (given === undefined) return;
    const asked = { key: ruleKey, parameters: given, ...days };
    run.run(asked, (replay) => setShown({ asked, replay }));
  };
  useShortcuts({ r: isReady && !run.isBusy ? start : undefined });
  const day = (key: 'from' | 'until') => (
    <TextField
      label={labels[key]}
      name={key}
      type="date"
      required
      value={days[key]}
      onChange={(value) => setDays((now) => ({ ...now, [key]: value }))}
    />
  );
  const isStale =
    shown !== undefined &&
    JSON.stringify(shown.asked) !== JSON.stringify({ key: ruleKey, parameters: given, ...days });
  return (
    <Part title={labels.title}>
      <p className={styles.quiet}>{labels.lead}</p>
      <div className={styles.fields}>
        {day('from')}
        {day('until')}
      </div>
      <Inline gap={8} rowGap={8} isWrapped>
        <Button isSmall isBusy={run.isBusy} isDisabled={!isReady} onPress={start}>
          {labels.run}
          <kbd aria-hidden="true">R</kbd>
        </Button>
        {SPANS.map((span) => (
          <Button key={span} isSmall kind="outline" onPress={() => setDays(lastDays(span))}>
            {labels.days(span)}
          </Button>
        ))}
      </Inline>
      <div aria-live="polite" className={styles.result}>
        {isStale && <Note>{labels.stale}</Note>}
        {shown !== undefined && <Result replay={shown.replay} />}
      </div>
    </Part>
  );
}

function Result({ replay: { hits, hitMembers, members, days, examples } }: { replay: Replay }) {
  const busiest = days.reduce((most, day) => Math.max(most, day.hits), 0);
  const figures = [
    [labels.figures.hits, hits],
    [labels.figures.customers, hitMembers],
    [labels.figures.looked, members],
    [labels.figures.busiest, busiest],
  ] as const;
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{whole(value)}</dd>
          </div>
        ))}
      </dl>
      {hits > 0 && (
        <ol className={styles.days}>
          {days.map(({ day, hits: found }) => (
            <li key={day} title={`${day}: ${found}`}>
              <span style={{ height: `${(found / Math.max(busiest, 1)) * 100}%` }} />
              <small>{day.slice('2026-11-'.length)}</small>
            </li>
          ))}
        </ol>
      )}
      <FoundTable
        label={labels.examples}
        rows={examples.map((example) => ({
          ...example,
          key: `${example.memberId} ${example.until}`,
        }))}
        empty={<Note>{labels.none}</Note>}
      />
    </>
  );
}
