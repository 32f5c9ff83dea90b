/** One network or currency: what holds, what is announced, how to stop it at once and how to propose other terms. */
import { DateText, TextButton } from '@tern/ui';
import { pages } from '../../kernel/pages.ts';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import { hrefOf } from '../../platform/address.ts';
import type { Subject } from './api.ts';
import { PauseForm } from './pause-form.tsx';
import { ProposeTerms } from './propose-terms.tsx';
import { fieldsOf, nameOf, valueOf, wordsOf } from './terms-words.ts';

export function TermsDetail({ subject, mayAct }: { subject: Subject; mayAct: boolean }) {
  const { terms } = texts;
  return (
    <>
      <h1>{nameOf(subject)}</h1>
      <p>
        <TextButton href={hrefOf(pages.limits)}>{terms.all}</TextButton>
      </p>
      <section className={styles.part}>
        <h2>{terms.now}</h2>
        <dl className={styles.facts}>
          {fieldsOf(subject).map((field) => (
            <div key={field}>
              <dt>{wordsOf(subject, field)}</dt>
              <dd>{valueOf(subject, field)}</dd>
            </div>
          ))}
        </dl>
        <Running subject={subject} />
      </section>
      <Coming subject={subject} />
      {mayAct && (
        <>
          <ProposeTerms subject={subject} />
          <PauseForm subject={subject} />
        </>
      )}
    </>
  );
}

function Running({ subject }: { subject: Subject }) {
  const { pauses, directions } = texts.terms;
  const both = [
    { direction: 'in', pause: subject.pausedIn },
    { direction: 'out', pause: subject.pausedOut },
  ] as const;
  return both.map(
    ({ direction, pause }) =>
      pause !== null && (
        <p key={direction}>
          {pauses.running(directions[subject.kind][direction], pause.by)}{' '}
          <DateText at={pause.until} />: {pause.reason}
        </p>
      ),
  );
}

function Coming({ subject }: { subject: Subject }) {
  const { terms } = texts;
  return (
    <section className={styles.part}>
      <h2>{terms.coming}</h2>
      {subject.coming.length === 0 && <p className={styles.quiet}>{terms.nothingComing}</p>}
      {subject.coming.map(({ ID, effectiveAt, reason, changes }) => (
        <div key={ID}>
          <p>
            {terms.from} <DateText at={effectiveAt} />: {reason}
          </p>
          {changes.map(({ field, from, to }) => (
            <p key={field}>{terms.change(wordsOf(subject, field), from, to)}</p>
          ))}
        </div>
      ))}
    </section>
  );
}
