/** One rule: what waits for a second person, its values as a form, a replay of them, hits, and earlier versions. */
import { formatDate, Pill, StateBlock } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../kernel/loaded.tsx';
import { KeysHint, Page, Part } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { usePermission } from '../../../kernel/session.ts';
import { hrefOf } from '../../../platform/address.ts';
import { type OneRule, type RuleKey, type RuleVersion, useRule } from './api.ts';
import { FoundTable } from './found-table.tsx';
import styles from './monitoring.module.css';
import { ProposalPart } from './proposal-part.tsx';
import { ReplayPart } from './replay-part.tsx';
import { RuleForm, RuleValues } from './rule-form.tsx';
import { RuleState } from './rule-state.tsx';
import { monitoringTexts } from './texts.ts';
import { givenOf, typedOf } from './view-model.ts';

const { form, hits: hitTexts, history, replay } = monitoringTexts;

export function RulePage({ ruleKey }: { ruleKey: RuleKey }) {
  const query = useRule(ruleKey);
  if (query.data !== undefined) return <OneRulePage found={query.data} />;
  return (
    <Page
      title={monitoringTexts.title}
      back={{ href: hrefOf(pages.monitoring), label: monitoringTexts.all }}
    >
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

function OneRulePage({ found }: { found: OneRule }) {
  const { rule, versions, hits } = found;
  const mayWork = usePermission('screening.decide');
  return (
    <Page
      title={rule.name}
      pills={<RuleState rule={rule} />}
      back={{ href: hrefOf(pages.monitoring), label: monitoringTexts.all }}
      line={rule.about}
      side={<History versions={versions} />}
      isSideWide
      foot={
        <KeysHint
          more={
            mayWork
              ? [
                  [['R'], replay.runKey],
                  ...(rule.proposal === null ? [[['P'], form.proposeKey] as const] : []),
                ]
              : []
          }
        >
          {monitoringTexts.rule}
        </KeysHint>
      }
    >
      {rule.proposal !== null && (
        <ProposalPart rule={rule} proposal={rule.proposal} mayWork={mayWork} />
      )}
      {mayWork ? (
        // Begins anew with what two people have decided meanwhile.
        <Workbench key={`${rule.inForce?.ID} ${rule.proposal?.ID}`} found={found} />
      ) : (
        <RuleValues rule={rule} />
      )}
      <Part title={hitTexts.title} aside={<span>{hitTexts.aside}</span>}>
        <FoundTable
          label={hitTexts.title}
          rows={hits.map((hit) => ({ ...hit, key: hit.ID }))}
          empty={<StateBlock kind="empty" title={hitTexts.none} text={hitTexts.noneText} />}
        />
      </Part>
    </Page>
  );
}

/** The values that are typed are those of the replay. */
function Workbench({ found: { rule, versions } }: { found: OneRule }) {
  const [typed, setTyped] = useState(() => typedOf(rule));
  const next = (versions[0]?.version ?? 0) + 1;
  return (
    <>
      <RuleForm rule={rule} next={next} typed={typed} onType={setTyped} />
      <ReplayPart ruleKey={rule.key} given={givenOf(rule, typed)} />
    </>
  );
}

function History({ versions }: { versions: readonly RuleVersion[] }) {
  return (
    <Part title={history.title}>
      {versions.length === 0 && <p className={styles.faint}>{history.none}</p>}
      <ul className={styles.history}>
        {versions.map((version) => (
          <li key={version.ID}>
            <p>
              <b>{monitoringTexts.version(version.version)}</b>
              <Pill kind={version.state === 'open' ? 'review' : 'neutral'}>
                {history.states[version.state]}
              </Pill>
            </p>
            <p className={styles.quiet}>
              {formatDate(version.decidedAt ?? version.CreatedAt, {
                locale: 'en',
                detail: 'short',
              })}
              {' · '}
              {history.by(version.login, version.decidedBy)}
            </p>
            <p className={styles.quiet}>“{version.reason}”</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}
