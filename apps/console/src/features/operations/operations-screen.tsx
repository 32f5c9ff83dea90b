/** Operations: every invariant with its last check, and read-only mode with what broke and who lifts it. */
import { DateText, Pill } from '@tern/ui';
import { Loaded } from '../../kernel/loaded.tsx';
import room from '../../kernel/room.module.css';
import { Part, Room } from '../../kernel/room.tsx';
import { type Column, Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { type CheckedInvariant, openPeriod, type Operations, useOperations } from './api.ts';
import { Lifting } from './lifting.tsx';

const { operations: labels } = texts;

/** The check runs each minute. */
const LATE_MS = 5 * 60_000;

export function OperationsScreen() {
  const found = useOperations();
  const { data } = found;
  const isReadOnly = data !== undefined && openPeriod(data) !== undefined;
  return (
    <Room
      title={texts.nav.operations}
      pills={isReadOnly && <Pill kind="bad">{labels.mode}</Pill>}
      line={data === undefined ? undefined : lineOf(data)}
    >
      <Loaded query={found}>
        {(operations) => (
          <>
            {isReadOnly && <Lifting period={openPeriod(operations)!} />}
            <Invariants invariants={operations.invariants} />
            <Periods periods={operations.periods} />
          </>
        )}
      </Loaded>
    </Room>
  );
}

const isBroken = ({ faults }: CheckedInvariant) => faults.length > 0;

/** The worst thing, or that everything holds. */
function lineOf({ invariants }: Operations): string {
  const broken = invariants.filter(isBroken).length;
  if (broken > 0) return labels.broken(broken);
  const times = invariants.map(({ checkedAt }) => (checkedAt === null ? 0 : Date.parse(checkedAt)));
  const oldest = Math.min(...times);
  if (oldest === 0) return labels.waiting;
  return Date.now() - oldest > LATE_MS ? labels.late : labels.usual;
}

const columns: readonly Column<CheckedInvariant>[] = [
  {
    key: 'rule',
    head: labels.rule,
    cell: ({ rule, faults }) => (
      <>
        <b>{rule}</b>
        {faults.length > 0 && <p className={room.quiet}>{faults[0]}</p>}
      </>
    ),
  },
  { key: 'state', head: labels.state, cell: (each) => <State of={each} /> },
  {
    key: 'checked',
    head: labels.checked,
    isNumber: true,
    cell: ({ checkedAt }) => checkedAt && <DateText at={checkedAt} detail="short" />,
  },
  { key: 'took', head: labels.took, isNumber: true, cell: ({ tookMs }) => String(tookMs) },
];

function State({ of: { checkedAt, faults } }: { of: CheckedInvariant }) {
  if (checkedAt === null) return <Pill kind="neutral">{labels.unchecked}</Pill>;
  return faults.length === 0 ? (
    <Pill kind="neutral">{labels.holds}</Pill>
  ) : (
    <Pill kind="bad">{labels.isBroken}</Pill>
  );
}

function Invariants({ invariants }: Pick<Operations, 'invariants'>) {
  const holding = invariants.filter((each) => each.checkedAt !== null && !isBroken(each)).length;
  return (
    <Part
      title={labels.invariants}
      aside={<span className={room.hint}>{labels.hold(holding, invariants.length)}</span>}
    >
      <Table
        label={labels.invariants}
        rows={invariants}
        keyOf={({ id }) => id}
        empty={null}
        columns={columns}
      />
    </Part>
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
        empty={<p className={room.quiet}>{labels.none}</p>}
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
