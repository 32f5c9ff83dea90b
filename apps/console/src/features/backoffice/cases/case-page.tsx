/** One case: what was found, the timeline, linked accounts and notes, who the customer is, and what two people decide. */
import { formatDate, Inline, Pill } from '@tern/ui';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Page } from '../../../kernel/page.tsx';
import pageStyles from '../../../kernel/page.module.css';
import { pages } from '../../../kernel/pages.ts';
import { useDue } from '../../../kernel/value-text.ts';
import { hrefOf } from '../../../platform/address.ts';
import { type Case, useCase } from './api.ts';
import { ActBar } from './act-bar.tsx';
import { CaseSide } from './case-side.tsx';
import { CaseTimeline } from './case-timeline.tsx';
import styles from './cases.module.css';
import { Findings } from './findings.tsx';
import { HandOver } from './hand-over.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { Notes } from './notes.tsx';
import { PeopleOfProposal } from './proposal-part.tsx';
import { ReportPart } from './report-part.tsx';
import { caseTexts } from './texts.ts';

const { one: labels } = caseTexts;

export function CasePage({ id }: { id: string }) {
  const query = useCase(id);
  if (query.data !== undefined) return <OneCase found={query.data} />;
  return (
    <Page title={labels.back} back={{ href: hrefOf(pages.cases), label: labels.back }}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

const shortTime = (at: string) => formatDate(at, { locale: 'en', detail: 'short' });

/** "Eve Structur" → "ES"; of a customer without a name the address begins with them. */
const initialsOf = (name: string, email: string): string =>
  name === ''
    ? email.slice(0, 2).toUpperCase()
    : name
        .split(/\s+/)
        .slice(0, 2)
        .map((word) => word.slice(0, 1).toUpperCase())
        .join('');

function OneCase({ found }: { found: Case }) {
  const { memberName, memberId, recordNo, restrictedSince, outcome } = found;
  return (
    <Page
      lead={
        <span className={pageStyles.avatar} aria-hidden="true">
          {initialsOf(memberName, found.person.email)}
        </span>
      }
      title={memberName === '' ? caseTexts.member(memberId) : memberName}
      back={{ href: hrefOf(pages.cases), label: labels.back }}
      pills={
        <>
          <Pill>{labels.pill(recordNo)}</Pill>
          {restrictedSince === null ? (
            <Pill>{labels.notRestricted}</Pill>
          ) : (
            <Pill kind="review">{labels.restrictedSince(shortTime(restrictedSince))}</Pill>
          )}
          {outcome !== null && <Pill kind="done">{caseTexts.outcomes[outcome]}</Pill>}
        </>
      }
      line={<Line found={found} />}
      actions={
        <Inline gap={12} align="center">
          <span className={styles.logged}>{labels.logged}</span>
          <HandOver found={found} />
        </Inline>
      }
      side={<CaseSide found={found} />}
      isSideWide
      foot={<ActBar found={found} />}
    >
      <div className={styles.split}>
        <div className={styles.main}>
          <PeopleOfProposal found={found} />
          <ReportPart found={found} />
          <Findings found={found} />
          <CaseTimeline id={String(found.ID)} />
        </div>
        <div className={styles.main}>
          <LinkedAccounts linked={found.linked} />
          <Notes found={found} />
        </div>
      </div>
    </Page>
  );
}

function Line({ found }: { found: Case }) {
  const { memberId, CreatedAt, openedBy, source, dueAt, closedAt } = found;
  const due = useDue(dueAt);
  const by = openedBy === '' ? (labels.sources[source] ?? source) : openedBy;
  return (
    <>
      <a href={hrefOf(pages.customers, { id: String(memberId) })}>{caseTexts.member(memberId)}</a>
      {' · '}
      {labels.opened(shortTime(CreatedAt), by)}
      {' · '}
      {closedAt === null ? (
        <span className={due.isLate ? styles.late : undefined}>
          {labels.due(shortTime(dueAt), due.text)}
        </span>
      ) : (
        caseTexts.closedAt(shortTime(closedAt))
      )}
    </>
  );
}
