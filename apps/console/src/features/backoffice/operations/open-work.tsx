/** What waits for operators longer than it should, each with the page where it is done. */
import { Part } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useAge } from '../../../kernel/value-text.ts';
import { hrefOf } from '../../../platform/address.ts';
import type { State } from './api.ts';
import { Dot } from './live-parts.tsx';
import styles from './operations.module.css';
import { operationTexts } from './texts.ts';

const { work: labels } = operationTexts.measures;

type Work = NonNullable<State['openWork']>;

export function OpenWorkPart({ work }: { work: Work }) {
  const { late, unmatched, stuck, capped, hedgingStopped, lowCoins } = work;
  return (
    <Part title={labels.title}>
      <ul className={styles.lines}>
        <WorkLine name={labels.late} href={hrefOf(pages.queue, { stage: 'late' })} waiting={late} />
        <WorkLine name={labels.unmatched} href={hrefOf(pages.chain)} waiting={unmatched} />
        <WorkLine name={labels.stuck} href={hrefOf(pages.chain)} waiting={stuck} />
        <WorkLine
          name={labels.capped}
          href={hrefOf(pages.treasury, { show: 'outflow' })}
          waiting={capped}
        />
        <WorkLine
          name={labels.hedging}
          href={hrefOf(pages.treasury, { show: 'hedging' })}
          waiting={hedgingStopped}
        />
        <li>
          <Dot level={lowCoins.length === 0 ? 'usual' : 'unusual'} />
          <b>
            <a href={hrefOf(pages.treasury)}>{labels.treasury}</a>
          </b>
          <span />
          <em className={lowCoins.length === 0 ? undefined : styles.bad}>
            {lowCoins.join(', ') || labels.none}
          </em>
        </li>
      </ul>
    </Part>
  );
}

interface WorkLineProps {
  name: string;
  href: string;
  waiting: Work['late'];
}

function WorkLine({ name, href, waiting: { count, since } }: WorkLineProps) {
  const age = useAge(since);
  const isNone = count === 0;
  return (
    <li>
      <Dot level={isNone ? 'usual' : 'unusual'} />
      <b>
        <a href={href}>{name}</a>
      </b>
      <span>{age !== undefined && labels.since(age)}</span>
      <em className={isNone ? undefined : styles.bad}>{isNone ? labels.none : count}</em>
    </li>
  );
}
