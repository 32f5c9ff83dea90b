/** Operations: what the server measures of itself, the invariants, incidents, read-only mode, snapshots of liabilities. */
import {
  checkIcon,
  DateText,
  formatDate,
  Icon,
  minusIcon,
  Pill,
  Segmented,
  Text,
  VisuallyHidden,
  warningIcon,
} from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Part, Page } from '../../../kernel/page.tsx';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { useNow } from '../../../platform/now.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import {
  type CheckedInvariant,
  openPeriod,
  type Operations,
  type Span,
  type State,
  useMeasured,
  useOperations,
} from './api.ts';
import { FigureGrid } from './figure-grid.tsx';
import { Lifting } from './lifting.tsx';
import { LogKeysPart } from './log-keys.tsx';
import { DatabasePart, Dot, Incidents, Rails, Sources } from './live-parts.tsx';
import { OpenWorkPart } from './open-work.tsx';
import styles from './operations.module.css';
import { InstancesPart } from './instances.tsx';
import { Liabilities } from './snapshot.tsx';
import { worstOf } from './wording.ts';
import type { Worst } from './worst.ts';
import { operationTexts } from './texts.ts';

const { operations: labels, measures } = operationTexts;

/** The check runs each minute. */
const LATE_MS = 5 * 60_000;

const SPANS: readonly Span[] = ['hour', 'day', 'week'];

export function OperationsScreen() {
  const [span, setSpan] = useState<Span>('hour');
  useShortcuts(Object.fromEntries(SPANS.map((each, at) => [String(at + 1), () => setSpan(each)])));
  const found = useOperations();
  const measured = useMeasured(span);
  const isReadOnly = found.data !== undefined && openPeriod(found.data) !== undefined;
  return (
    <Page
      title={texts.nav.operations}
      pills={isReadOnly && <Pill kind="bad">{labels.mode}</Pill>}
      line={<WorstLine operations={found.data} state={measured.data} />}
      actions={
        <>
          <When state={measured.data} isLost={measured.isError} />
          <Segmented
            label={measures.span}
            isSmall
            options={SPANS.map((key) => ({ key, label: measures.spans[key] }))}
            value={span}
            onChange={setSpan}
          />
        </>
      }
    >
      {found.data !== undefined && isReadOnly && <Lifting period={openPeriod(found.data)!} />}
      <LogKeysPart />
      <Loaded query={measured}>{(state) => <FigureGrid figures={state.figures} />}</Loaded>
      {measured.data !== undefined && <InstancesPart instances={measured.data.instances} />}
      <div className={styles.parts}>
        <div className={styles.column}>
          {measured.data !== undefined && (
            <>
              <Sources sources={measured.data.sources} />
              <Rails rails={measured.data.rails} />
            </>
          )}
          <Liabilities />
        </div>
        <div className={styles.column}>
          {measured.data !== undefined && <DatabasePart {...measured.data} />}
          <Loaded query={found}>{(data) => <Invariants invariants={data.invariants} />}</Loaded>
        </div>
        <div className={styles.column}>
          {measured.data?.openWork && <OpenWorkPart work={measured.data.openWork} />}
          {measured.data !== undefined && <Incidents incidents={measured.data.incidents} />}
        </div>
      </div>
      {found.data !== undefined && <Periods periods={found.data.periods} />}
    </Page>
  );
}

function WorstLine(given: { operations: Operations | undefined; state: State | undefined }) {
  const now = useNow(5_000);
  const worst = worstThing(given, now);
  if (worst === undefined) return null;
  return (
    <span className={styles.worst}>
      <Dot level={worst.level} />
      {worst.text}
    </span>
  );
}

const isBroken = ({ faults }: CheckedInvariant) => faults.length > 0;

/** A broken rule first, then what is measured, then that everything is usual. */
function worstThing(
  { operations, state }: { operations: Operations | undefined; state: State | undefined },
  now: number,
): Worst | undefined {
  const ofBooks = operations && worstOfBooks(operations, now);
  if (ofBooks?.level === 'act') return ofBooks;
  const ofMeasures = state && worstOf(state, now);
  if (ofMeasures !== undefined && ofMeasures.level !== 'usual') return ofMeasures;
  return ofBooks ?? ofMeasures;
}

function worstOfBooks({ invariants, periods }: Operations, now: number): Worst | undefined {
  const broken = invariants.filter(isBroken).length;
  if (broken > 0) return { level: 'act', text: labels.broken(broken) };
  if (periods.some(({ liftedAt }) => liftedAt === null)) {
    return { level: 'act', text: measures.readOnly };
  }
  const times = invariants.map(({ checkedAt }) => (checkedAt === null ? 0 : Date.parse(checkedAt)));
  const oldest = Math.min(...times);
  if (oldest === 0) return { level: 'unusual', text: labels.waiting };
  return now - oldest > LATE_MS ? { level: 'act', text: labels.late } : undefined;
}

function When({ state, isLost }: { state: State | undefined; isLost: boolean }) {
  if (state === undefined) return null;
  const time = formatDate(state.at, { locale: 'en', detail: 'time' });
  return <span className={styles.when}>{isLost ? measures.last(time) : measures.live(time)}</span>;
}

function Invariants({ invariants }: Pick<Operations, 'invariants'>) {
  const holding = invariants.filter((each) => each.checkedAt !== null && !isBroken(each)).length;
  const times = invariants.flatMap(({ checkedAt }) => checkedAt ?? []).toSorted();
  const took = invariants.reduce((sum, { tookMs }) => sum + tookMs, 0);
  const isWhole = holding === invariants.length;
  return (
    <Part
      title={labels.invariants}
      aside={
        <span className={isWhole ? styles.holding : undefined} title={labels.tookAll(took)}>
          {isWhole && <Icon of={checkIcon} size={14} />}
          {labels.hold(holding, invariants.length)}
          {times[0] !== undefined && (
            <>
              , <DateText at={times[0]} detail="clock" />
            </>
          )}
        </span>
      }
    >
      <ul className={styles.rules} aria-label={labels.invariants}>
        {invariants.map((each) => (
          <Rule key={each.id} invariant={each} />
        ))}
      </ul>
    </Part>
  );
}

function Rule({ invariant }: { invariant: CheckedInvariant }) {
  const { rule, checkedAt, faults } = invariant;
  if (isBroken(invariant)) {
    return (
      <li className={styles.broken}>
        <Icon of={warningIcon} size={14} />
        <div>
          <VisuallyHidden>{labels.isBroken}: </VisuallyHidden>
          <b>{rule}</b>
          <p>{faults[0]}</p>
        </div>
      </li>
    );
  }
  const isChecked = checkedAt !== null;
  return (
    <li className={isChecked ? undefined : styles.unchecked}>
      <Icon of={isChecked ? checkIcon : minusIcon} size={14} />
      <VisuallyHidden>{isChecked ? labels.holds : labels.unchecked}: </VisuallyHidden>
      {rule}
    </li>
  );
}

function Periods({ periods }: Pick<Operations, 'periods'>) {
  const { heads } = labels;
  return (
    <Part title={labels.periods}>
      <Table
        label={labels.periods}
        rows={periods}
        keyOf={({ ID }) => ID}
        empty={
          <Text size="label" tone="soft">
            {labels.none}
          </Text>
        }
        columns={[
          {
            key: 'began',
            head: heads.began,
            cell: ({ beganAt }) => <DateText at={beganAt} detail="short" />,
          },
          { key: 'rule', head: heads.rule, cell: ({ rule }) => rule },
          { key: 'proposed', head: heads.proposed, cell: ({ proposedBy }) => proposedBy ?? '' },
          { key: 'lifted', head: heads.lifted, cell: ({ liftedBy }) => liftedBy ?? labels.still },
        ]}
      />
    </Part>
  );
}
