/** One network or currency: a form to propose changes, announced changes and history; current values at the side. */
import { CoinMark } from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import { pageOf } from '../../../kernel/list-controls.tsx';
import styles from '../../../kernel/page.module.css';
import { Facts, Part, Page } from '../../../kernel/page.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import type { Subject } from './api.ts';
import { ProposeTerms } from './propose-terms.tsx';
import { TermChanges, TermValue } from './term-changes.tsx';
import { Pauses } from './terms-table.tsx';
import { fieldsOf, nameOf, valueOf, labelOf } from './terms-view-model.ts';
import { Versions } from './versions.tsx';
import { settingTexts } from './texts.ts';

export function TermsPage({ subject }: { subject: Subject }) {
  const { params } = useAddress();
  const mayPropose = usePermission('terms.propose');
  const { terms } = texts;
  const { limits } = settingTexts;
  const show = subject.kind === 'network' ? 'networks' : 'currencies';
  return (
    <Page
      back={{ href: hrefOf(pages.limits, { show, open: subject.key }), label: terms.all }}
      lead={<CoinMark symbol={subject.asset} size={36} />}
      title={nameOf(subject)}
      line={limits.rule}
      side={
        <Part title={terms.now}>
          <Facts
            rows={fieldsOf(subject).map((field) => {
              const value = valueOf(subject, field);
              return [
                labelOf(field),
                <TermValue key={field} value={value} unit={subject.asset} field={field} />,
              ];
            })}
          />
          <Pauses subject={subject} />
        </Part>
      }
    >
      {mayPropose && <ProposeTerms subject={subject} />}
      {subject.coming.length > 0 && (
        <Part title={terms.coming}>
          <div className={styles.narrow}>
            {subject.coming.map((change) => (
              <TermChanges key={change.ID} subject={subject} change={change} />
            ))}
          </div>
        </Part>
      )}
      <Part title={limits.versions}>
        <Versions wanted={subject.key} page={pageOf(params)} />
      </Part>
    </Page>
  );
}
