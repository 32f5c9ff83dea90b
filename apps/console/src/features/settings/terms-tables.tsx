/** The networks and the fiat currencies, each with what holds now and what is coming. */
import { Button, Pill } from '@tern/ui';
import { ExactAmount } from '../../kernel/exact-amount.tsx';
import { pages } from '../../kernel/pages.ts';
import styles from '../../kernel/room.module.css';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { goTo } from '../../platform/address.ts';
import type { Subject } from './api.ts';
import { nameOf } from './terms-words.ts';

export function TermsTables({ subjects }: { subjects: readonly Subject[] }) {
  const { terms } = texts;
  const of = (kind: Subject['kind']) => subjects.filter((subject) => subject.kind === kind);
  return (
    <>
      <Part title={terms.networks} kind="network" subjects={of('network')} />
      <Part title={terms.currencies} kind="currency" subjects={of('currency')} />
    </>
  );
}

interface PartProps {
  title: string;
  kind: Subject['kind'];
  subjects: readonly Subject[];
}

function Part({ title, kind, subjects }: PartProps) {
  const { heads, directions } = texts.terms;
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <Table
        label={title}
        heads={[heads.name, directions[kind].in, directions[kind].out, heads.coming, heads.act]}
      >
        {subjects.map((subject) => (
          <SubjectRow key={subject.key} subject={subject} />
        ))}
      </Table>
    </section>
  );
}

function SubjectRow({ subject }: { subject: Subject }) {
  const { terms: words } = texts;
  const { terms, pausedIn, pausedOut, coming, key } = subject;
  return (
    <tr>
      <td>{nameOf(subject)}</td>
      <td>
        <Way from={terms.inMin} to={terms.inMax} fee={terms.inFee} />
        <State isOn={terms.takesIn} isPaused={pausedIn !== null} />
      </td>
      <td>
        <Way from={terms.outMin} to={terms.outMax} fee={terms.outFee} />
        <State isOn={terms.takesOut} isPaused={pausedOut !== null} />
      </td>
      <td>{coming.length > 0 && <Pill kind="neutral">{words.comingCount(coming.length)}</Pill>}</td>
      <td>
        <Button isSmall label={words.openOf(key)} onPress={() => goTo(pages.limits, { key })}>
          {words.open}
        </Button>
      </td>
    </tr>
  );
}

function Way({ from, to, fee }: { from: string; to: string; fee: string }) {
  return (
    <>
      <ExactAmount value={from} /> – <ExactAmount value={to} />
      {fee !== '0' && (
        <p className={styles.quiet}>
          {texts.terms.heads.fee} <ExactAmount value={fee} />
        </p>
      )}
    </>
  );
}

/** Said only where nothing new is taken. */
function State({ isOn, isPaused }: { isOn: boolean; isPaused: boolean }) {
  const { off, paused } = texts.terms;
  if (!isOn) return <Pill kind="bad">{off}</Pill>;
  return isPaused ? <Pill kind="bad">{paused}</Pill> : null;
}
