/** The instances of the deployment: what each has by its leases, and what it uses. */
import { classNames, formatDate } from '@tern/ui';
import { Facts, Part } from '../../../kernel/page.tsx';
import type { Instance, Instances } from './api.ts';
import { Dot } from './live-parts.tsx';
import styles from './operations.module.css';
import { bytesText, numberText, secondsText } from './wording.ts';
import { hasWrongClock, worksText } from './instance-wording.ts';
import { operationTexts } from './texts.ts';

const { instances: labels } = operationTexts;

/** Nothing where one instance has its database alone: it is what the rest of the page is about. */
export function InstancesPart({ instances }: { instances: Instances | null }) {
  if (instances === null) return null;
  const { all, unheld } = instances;
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
      <ul className={styles.instances} aria-label={labels.title}>
        {all.map((instance) => (
          <InstanceCard key={instance.ID} instance={instance} />
        ))}
      </ul>
    </Part>
  );
}

const levelOf = (instance: Instance) => {
  if (hasWrongClock(instance)) return 'act';
  return instance.state === 'works' || instance.state === 'standby' ? 'usual' : 'unusual';
};

function InstanceCard({ instance }: { instance: Instance }) {
  const { name, state, isAnswering, roles, version, startedAt, figures } = instance;
  const marks = [labels.states[state], isAnswering ? labels.answering : ''];
  return (
    <li>
      <h3>
        <Dot level={levelOf(instance)} />
        <b>{name}</b>
        <span>{marks.filter((mark) => mark !== '').join(', ')}</span>
      </h3>
      <p>{roles.map((role) => labels.roles[role]).join(', ')}</p>
      <Facts
        className={styles.facts}
        rows={[
          [labels.release, version],
          [labels.since, formatDate(startedAt, { locale: 'en', detail: 'short' })],
          [labels.heartbeat, labels.ago(secondsText(instance.heartbeatMs))],
          [labels.clock, <Clock key="clock" instance={instance} />],
          [labels.has, worksText(instance) || labels.nothing],
          ...figureRows(instance),
        ]}
      />
      {figures === null && <p>{labels.unreported}</p>}
      <Epochs instance={instance} />
    </li>
  );
}

function Clock({ instance }: { instance: Instance }) {
  return (
    <span className={classNames(hasWrongClock(instance) && styles.bad)}>
      {labels.clockOffset(instance.clockOffsetMs)}
    </span>
  );
}

/** Of this instance alone, and of its roles: one without sockets is not said to have none open. */
function figureRows({ figures, roles }: Instance): [string, string][] {
  if (figures === null) return [];
  const rowsOf = (role: Instance['roles'][number], rows: [string, string][]) =>
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

/** An instance that has just started has not measured any time yet. */
const known = (value: number | null, textOf = (text: string) => text): string =>
  value === null ? labels.unmeasured : textOf(numberText(value));

/** Each lease with its epoch, for whoever compares them with a log. */
function Epochs({ instance: { engines, works } }: { instance: Instance }) {
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
