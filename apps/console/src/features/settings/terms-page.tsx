/** One network or currency: a form to propose changes, announced changes and history; current values at the side. */
import { CoinMark } from '@tern/ui';
import { pages } from '../../kernel/pages.ts';
import { pageOf } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { Room } from '../../kernel/room.tsx';
import { useHasRole } from '../../kernel/session.ts';
import { texts } from '../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../platform/address.ts';
import type { Subject } from './api.ts';
import { ProposeTerms } from './propose-terms.tsx';
import { TermChanges, TermValue } from './term-changes.tsx';
import { Pauses } from './terms-table.tsx';
import { fieldsOf, nameOf, valueOf, labelOf } from './terms-view-model.ts';
import { Versions } from './versions.tsx';

export function TermsPage({ subject }: { subject: Subject }) {
  const { params } = useAddress();
  const mayPropose = useHasRole('reviewer', 'approver');
  const { terms, limits } = texts;
  const show = subject.kind === 'network' ? 'networks' : 'currencies';
  return (
    <Room
      back={{ href: hrefOf(pages.limits, { show, open: subject.key }), label: terms.all }}
      lead={<CoinMark symbol={subject.coinname} size={36} />}
      title={nameOf(subject)}
      line={limits.rule}
      side={
        <section className={styles.part}>
          <h2>{terms.now}</h2>
          <dl className={styles.facts}>
            {fieldsOf(subject).map((field) => (
              <div key={field}>
                <dt>{labelOf(field)}</dt>
                <dd>
                  <TermValue
                    value={valueOf(subject, field)}
                    unit={subject.coinname}
                    field={field}
                  />
                </dd>
              </div>
            ))}
          </dl>
          <Pauses subject={subject} />
        </section>
      }
    >
      {mayPropose && <ProposeTerms subject={subject} />}
      {subject.coming.length > 0 && (
        <section className={styles.part}>
          <h2>{terms.coming}</h2>
          <div className={styles.narrow}>
            {subject.coming.map((change) => (
              <TermChanges key={change.ID} subject={subject} change={change} />
            ))}
          </div>
        </section>
      )}
      <section className={styles.part}>
        <h2>{limits.versions}</h2>
        <Versions wanted={subject.key} page={pageOf(params)} />
      </section>
    </Room>
  );
}
