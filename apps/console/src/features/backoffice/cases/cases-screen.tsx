/** Cases: those that are open in their groups, closed ones by page; a row opens the case. */
import {
  Button,
  ButtonLink,
  Chip,
  classNames,
  eyeIcon,
  formatDate,
  Inline,
  Pill,
  plusIcon,
  slidersIcon,
  StateBlock,
} from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Nothing } from '../../../kernel/exact-amount.tsx';
import { FilterSelect, FilterText, pageOf } from '../../../kernel/list-controls.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { markOf, usePermission, useSession } from '../../../kernel/session.ts';
import { type Column, PagedTable, Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { useDue } from '../../../kernel/value-text.ts';
import { goTo, hrefOf, useAddress } from '../../../platform/address.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import { type CaseRow, type Risk, useCases, useClosedCases } from './api.ts';
import { CasePage } from './case-page.tsx';
import styles from './cases.module.css';
import { OpenCaseDialog } from './open-case.tsx';
import { RiskBars } from './risk-bars.tsx';
import { caseTexts } from './texts.ts';
import { countsOf, type Filter, FILTERS, groupOf, rowsOf } from './view-model.ts';

const { heads } = caseTexts;

export function CasesScreen() {
  const { params } = useAddress();
  const { id, customer } = params;
  return id === undefined ? <CaseList customer={customer} /> : <CasePage key={id} id={id} />;
}

const RISKS: readonly (Risk | 'any')[] = ['any', 'high', 'medium', 'low'];

const columns: readonly Column<CaseRow>[] = [
  { key: 'case', head: heads.case, cell: ({ recordNo }) => recordNo },
  {
    key: 'customer',
    head: heads.customer,
    cell: ({ memberName, memberId }) => (
      <>
        {memberName !== '' && <b>{memberName} </b>}
        <span className={styles.faint}>{memberId}</span>
      </>
    ),
  },
  {
    key: 'why',
    head: heads.why,
    isLong: true,
    cell: ({ why, alerts }) => caseTexts.whyOf(why, alerts),
  },
  { key: 'risk', head: heads.risk, cell: ({ risk }) => <RiskBars risk={risk} /> },
  {
    key: 'account',
    head: heads.account,
    cell: ({ restricted }) =>
      restricted.length > 0 ? (
        caseTexts.account.restricted
      ) : (
        <span className={styles.faint}>{caseTexts.account.free}</span>
      ),
  },
  { key: 'due', head: heads.due, cell: (row) => <Due row={row} /> },
  { key: 'with', head: heads.with, cell: (row) => <With row={row} /> },
  { key: 'next', head: heads.next, isNumber: true, cell: (row) => <Next row={row} /> },
];

function Due({ row }: { row: CaseRow }) {
  const due = useDue(row.dueAt);
  const time = (at: string) => formatDate(at, { locale: 'en', detail: 'short' });
  if (row.closedAt !== null) return caseTexts.closedAt(time(row.closedAt));
  return (
    <>
      {time(row.dueAt)} <span className={due.isLate ? styles.late : styles.faint}>{due.text}</span>
    </>
  );
}

function With({ row: { owner, closedAt, decidedBy } }: { row: CaseRow }) {
  const own = useSession()?.operator.login;
  const people = closedAt === null ? (owner === null ? [] : [owner.login]) : decidedBy;
  if (people.length === 0)
    return closedAt === null ? (
      <Nothing />
    ) : (
      <span className={styles.faint}>{caseTexts.byHits}</span>
    );
  return people.map((login) => (
    <span
      key={login}
      className={classNames(styles.mark, login === own && styles.own)}
      title={login}
    >
      {markOf(login)}
    </span>
  ));
}

function Next({ row }: { row: CaseRow }) {
  const { ID, outcome, proposal, owner } = row;
  const own = useSession()?.operator.login;
  const mayWork = usePermission('screening.decide');
  const take = useAct('POST /operator/case/take', () => caseTexts.taken);
  if (outcome !== null) {
    return (
      <span className={outcome === 'cleared' ? styles.cleared : undefined}>
        {caseTexts.outcomes[outcome]}
      </span>
    );
  }
  if (proposal !== null) {
    const act = caseTexts.one.acts[proposal.act];
    return <Pill kind="review">{caseTexts.oneOfTwo(act)}</Pill>;
  }
  if (owner !== null) return owner.login === own ? caseTexts.decide : caseTexts.work;
  if (!mayWork) return <Nothing />;
  return (
    <Button isSmall kind="outline" isBusy={take.isBusy} onPress={() => take.run({ ID })}>
      {caseTexts.take}
    </Button>
  );
}

function CaseList({ customer }: { customer: string | undefined }) {
  const { params } = useAddress();
  const login = useSession()?.operator.login ?? '';
  const mayWork = usePermission('screening.decide');
  const query = useCases();
  const [isOpening, setOpening] = useState(customer !== undefined);
  const filter: Filter = FILTERS.find((one) => one === params['show']) ?? 'open';
  const risk = RISKS.find((one) => one === params['risk']) ?? 'any';
  const words = params['search'] ?? '';
  const go = (change: Record<string, string | undefined>) =>
    goTo(pages.cases, { show: filter, risk, search: words, ...change });
  useShortcuts({ o: mayWork ? () => setOpening(true) : undefined });
  const counts = query.data && countsOf(query.data, login);
  return (
    <Page
      title={texts.nav.cases}
      line={counts && caseTexts.line(counts.open, counts.late, counts.second)}
      actions={
        <Inline gap={8} rowGap={8} isWrapped>
          <ButtonLink isSmall icon={eyeIcon} href={hrefOf(pages.screening)}>
            {caseTexts.screening}
          </ButtonLink>
          <ButtonLink isSmall icon={slidersIcon} href={hrefOf(pages.monitoring)}>
            {caseTexts.rules}
          </ButtonLink>
          {mayWork && (
            <Button isSmall icon={plusIcon} onPress={() => setOpening(true)}>
              {caseTexts.open.button}
            </Button>
          )}
        </Inline>
      }
      bar={
        <>
          <div role="group" aria-label={caseTexts.filterBy} className={styles.chips}>
            {FILTERS.map((key) => (
              <Chip key={key} isOn={key === filter} onPress={() => go({ show: key })}>
                {caseTexts.filters[key]}
                {key !== 'closed' && counts !== undefined && (
                  <span className={styles.count}>{counts[key]}</span>
                )}
              </Chip>
            ))}
          </div>
          {filter !== 'closed' && (
            <div className={styles.filters}>
              <FilterText
                key={words}
                label={caseTexts.search}
                name="search"
                given={words}
                onFind={(search) => go({ search })}
              />
              <FilterSelect
                label={caseTexts.risk}
                options={RISKS.map((key) => ({
                  key,
                  label: key === 'any' ? caseTexts.any : caseTexts.risks[key],
                }))}
                value={risk}
                onChange={(next) => go({ risk: next })}
              />
            </div>
          )}
        </>
      }
      foot={
        <KeysHint more={mayWork ? [[['O'], caseTexts.keys.open]] : []}>{caseTexts.rule}</KeysHint>
      }
    >
      {filter === 'closed' ? (
        <ClosedCases />
      ) : (
        <Loaded query={query}>
          {(cases) => (
            <Table
              label={caseTexts.list}
              className={styles.table}
              rows={rowsOf(cases, { filter, risk, words }, login)}
              sectionOf={(row) => caseTexts.groups[groupOf(row, login)]}
              keyOf={({ ID }) => ID}
              hrefOf={({ ID }) => hrefOf(pages.cases, { id: String(ID) })}
              columns={columns}
              empty={
                <StateBlock
                  kind="empty"
                  title={cases.total === 0 ? caseTexts.none : caseTexts.nothing}
                  text={cases.total === 0 ? caseTexts.noneText : caseTexts.nothingText}
                />
              }
            />
          )}
        </Loaded>
      )}
      {isOpening && mayWork && (
        <OpenCaseDialog customer={customer ?? ''} onEnd={() => setOpening(false)} />
      )}
    </Page>
  );
}

function ClosedCases() {
  const query = useClosedCases(pageOf(useAddress().params));
  return (
    <PagedTable
      query={query}
      label={caseTexts.closedList}
      className={styles.table}
      keyOf={({ ID }) => ID}
      hrefOf={({ ID }) => hrefOf(pages.cases, { id: String(ID) })}
      columns={columns}
      empty={caseTexts.noClosed}
    />
  );
}
