/** Beside a case: who the customer is, what came and went, and the restriction in words. */
import { DateText, formatDate } from '@tern/ui';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { Facts, Part } from '../../../kernel/page.tsx';
import type { Case } from './api.ts';
import styles from './cases.module.css';
import { caseTexts, partsInWords } from './texts.ts';

const { one: labels } = caseTexts;
const { facts } = labels;

export function CaseSide({ found }: { found: Case }) {
  const { person, memberName, isNameVerified, money } = found;
  const status = person.isBanned ? 'banned' : person.isFrozen ? 'frozen' : 'free';
  return (
    <>
      <Part title={labels.who}>
        <Facts
          rows={[
            ...(memberName === ''
              ? []
              : [[isNameVerified ? facts.name : facts.typed, memberName] as const]),
            [facts.email, person.email],
            [facts.country, `+${person.countryCode}`],
            [facts.joined, <DateText key="joined" at={person.joinedAt} detail="day" />],
            [facts.identity, labels.identities[person.realNameStatus] ?? ''],
            [facts.status, labels.statuses[status]],
          ]}
        />
      </Part>
      <Part title={labels.money}>
        {money.length === 0 ? (
          <p className={styles.quiet}>{labels.noMoney}</p>
        ) : (
          <Facts
            rows={money.flatMap(({ asset, deposited, withdrawn }) => [
              [labels.moneyIn(asset), <ExactAmount key="in" value={deposited} unit={asset} />],
              [labels.moneyOut(asset), <ExactAmount key="out" value={withdrawn} unit={asset} />],
            ])}
          />
        )}
      </Part>
      <Restriction found={found} />
    </>
  );
}

function Restriction({ found: { restricted, restrictedUntil, proposals } }: { found: Case }) {
  if (restrictedUntil === null) return null;
  const [set] = proposals.filter(({ act }) => act === 'restrict');
  const until = formatDate(restrictedUntil, { locale: 'en', detail: 'short' });
  return (
    <Part title={labels.restriction}>
      <p className={styles.quiet}>{labels.waits(partsInWords(restricted))}</p>
      <p className={styles.quiet}>{labels.reads}</p>
      <p className={styles.quiet}>{labels.ends(until, set?.state === 'agreed')}</p>
    </Part>
  );
}
