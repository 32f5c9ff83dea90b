/** The programs of the deployment: what each has by its leases, and what it uses. */
import { classNames, formatDate } from '@tern/ui';
import { Facts, Part } from '../../../kernel/page.tsx';
import type { Program, Programs } from './api.ts';
import { Dot } from './live-parts.tsx';
import styles from './operations.module.css';
import { bytesText, numberText, secondsText } from './wording.ts';
import { hasWrongClock, worksText } from './program-wording.ts';
import { operationTexts } from './texts.ts';

const { programs: labels } = operationTexts;

/** Nothing where one program has its database alone: it is what the rest of the page is about. */
export function ProgramsPart({ programs }: { programs: Programs | null }) {
  if (programs === null) return null;
  const { all, unheld } = programs;
  // A standby serves nothing that would be missing, and one that is silent has ended.
  const serving = all.filter(({ state }) => state === 'works' || state === 'leaving');
  const reporting = serving.filter(({ figures }) => figures !== null).length;
  const nobodyHas = worksText(unheld);
  return (
    <Part title={labels.title}>
      {serving.length > 1 && (
        <p className={styles.note}>
          {reporting === serving.length
            ? labels.sums(reporting)
            : labels.partial(reporting, serving.length)}
        </p>
      )}
      {nobodyHas !== '' && (
        <p className={styles.note}>
          <Dot level="act" /> {labels.unheld(nobodyHas)}
        </p>
      )}
      <ul className={styles.programs} aria-label={labels.title}>
        {all.map((program) => (
          <ProgramCard key={program.ID} program={program} />
        ))}
      </ul>
    </Part>
  );
}

const levelOf = (program: Program) => {
  if (hasWrongClock(program)) return 'act';
  return program.state === 'works' || program.state === 'standby' ? 'usual' : 'unusual';
};

function ProgramCard({ program }: { program: Program }) {
  const { name, state, isAnswering, roles, version, startedAt, figures } = program;
  const marks = [labels.states[state], isAnswering ? labels.answering : ''];
  return (
    <li>
      <h3>
        <Dot level={levelOf(program)} />
        <b>{name}</b>
        <span>{marks.filter((mark) => mark !== '').join(', ')}</span>
      </h3>
      <p>{roles.map((role) => labels.roles[role]).join(', ')}</p>
      <Facts
        className={styles.facts}
        rows={[
          [labels.release, version],
          [labels.since, formatDate(startedAt, { locale: 'en', detail: 'short' })],
          [labels.heartbeat, labels.ago(secondsText(program.heartbeatMs))],
          [labels.clock, <Clock key="clock" program={program} />],
          [labels.has, worksText(program) || labels.nothing],
          ...figureRows(program),
        ]}
      />
      {figures === null && <p>{labels.unreported}</p>}
      <Epochs program={program} />
    </li>
  );
}

function Clock({ program }: { program: Program }) {
  return (
    <span className={classNames(hasWrongClock(program) && styles.bad)}>
      {labels.clockOffset(program.clockOffsetMs)}
    </span>
  );
}

/** Of this program alone, and of its roles: one without sockets is not said to have none open. */
function figureRows({ figures, roles }: Program): [string, string][] {
  if (figures === null) return [];
  const rowsOf = (role: Program['roles'][number], rows: [string, string][]) =>
    roles.includes(role) ? rows : [];
  const { processor, memory, blocked, queued, orders, calls, sockets } = figures;
  return [
    [labels.processor, known(processor, labels.ofCore)],
    [labels.memory, bytesText(memory)],
    [labels.blocked, known(blocked, labels.ofTime)],
    ...rowsOf('engine', [
      [labels.queued, numberText(queued)],
      [labels.orders, known(orders)],
    ]),
    ...rowsOf('api', [[labels.calls, numberText(calls)]]),
    ...rowsOf('feed', [[labels.sockets, numberText(sockets)]]),
  ];
}

/** A program that has just started has not measured any time yet. */
const known = (value: number | null, textOf = (text: string) => text): string =>
  value === null ? labels.unmeasured : textOf(numberText(value));

/** Each lease with its epoch, for whoever compares them with a log. */
function Epochs({ program: { engines, works } }: { program: Program }) {
  const named = [
    [labels.eachEngine, engines.map(({ symbol, epoch }) => labels.epoch(symbol, epoch))],
    [labels.eachWork, works.map(({ name, epoch }) => labels.epoch(name, epoch))],
  ] as const;
  return named
    .filter(([, list]) => list.length > 0)
    .map(([title, list]) => (
      <details key={title} className={styles.epochs}>
        <summary>{title}</summary>
        <p>{list.join(', ')}</p>
      </details>
    ));
}
