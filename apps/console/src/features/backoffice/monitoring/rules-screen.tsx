/** Rules of monitoring in a list; a row opens the rule. */
import { formatDate } from '@tern/ui';
import { Nothing } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { type Rule, type RuleKey, useRules } from './api.ts';
import { RulePage } from './rule-page.tsx';
import { RuleState } from './rule-state.tsx';
import styles from './monitoring.module.css';
import { monitoringTexts } from './texts.ts';

const { heads } = monitoringTexts;

export function MonitoringScreen() {
  const { rule } = useAddress().params;
  return rule === undefined ? <RuleList /> : <RulePage key={rule} ruleKey={rule as RuleKey} />;
}

const columns: readonly Column<Rule>[] = [
  {
    key: 'rule',
    head: heads.rule,
    cell: ({ name, about }) => (
      <span className={styles.rule}>
        <b>{name}</b>
        <span>{about}</span>
      </span>
    ),
  },
  { key: 'state', head: heads.state, cell: (rule) => <RuleState rule={rule} /> },
  {
    key: 'points',
    head: heads.points,
    isNumber: true,
    cell: ({ inForce }) => inForce?.points ?? <Nothing />,
  },
  { key: 'hits', head: heads.hits, isNumber: true, cell: ({ hits }) => hits },
  {
    key: 'last',
    head: heads.last,
    isNumber: true,
    cell: ({ lastHitAt }) =>
      lastHitAt === null ? <Nothing /> : formatDate(lastHitAt, { locale: 'en', detail: 'short' }),
  },
];

function RuleList() {
  const query = useRules();
  const rules = query.data ?? [];
  const on = rules.filter(({ inForce }) => inForce?.isOn === true).length;
  const waiting = rules.filter(({ proposal }) => proposal !== null).length;
  return (
    <Page
      title={monitoringTexts.title}
      back={{ href: hrefOf(pages.cases), label: monitoringTexts.back }}
      line={query.data && monitoringTexts.line(on, waiting)}
      foot={<KeysHint>{monitoringTexts.rule}</KeysHint>}
    >
      <Loaded query={query}>
        {(list) => (
          <Table
            label={monitoringTexts.list}
            rows={list}
            keyOf={({ key }) => key}
            hrefOf={({ key }) => hrefOf(pages.monitoring, { rule: key })}
            columns={columns}
          />
        )}
      </Loaded>
    </Page>
  );
}
