/** Versions of a setting or of terms, newest first. */
import { useQuery } from '@tanstack/react-query';
import { Button, DateText, Pill, Text } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { useHasRole } from '../../../kernel/session.ts';
import { plainValue } from '../../../kernel/value-text.ts';
import pageStyles from '../../../kernel/page.module.css';
import { type Column, PagedTable } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import {
  type Setting,
  settingsQuery,
  type Subject,
  termsQuery,
  useVersions,
  type Version,
} from './api.ts';
import { TermValue } from './term-changes.tsx';
import { nameOf, valueOf } from './terms-view-model.ts';
import { settingTexts } from './texts.ts';

/** The changes of a version, one per line; for a setting its value. */
interface Step {
  what: string;
  from: string;
  to: string;
  unit: string;
  field: string;
}

const titleOf = (version: Version): string =>
  version.kind === 'setting' ? version.key : nameOf(version);

/** The current values, for versions that are not in force yet. */
interface InForce {
  settings: readonly Setting[];
  terms: readonly Subject[];
}

const isAhead = ({ state }: Version) => state === 'proposed' || state === 'announced';

function stepsOf(version: Version, { settings, terms }: InForce): Step[] {
  const { kind, key, value, replaced, changes, asset: unit } = version;
  if (kind === 'setting') {
    const now = isAhead(version) ? settings.find((each) => each.key === key)?.value : undefined;
    const text = (json: string | null | undefined) =>
      json ? plainValue(JSON.parse(json) as unknown) : '';
    return [{ what: '', from: text(replaced ?? now), to: text(value), unit, field: '' }];
  }
  const names = texts.terms.fields;
  const subject = isAhead(version) ? terms.find((each) => each.key === key) : undefined;
  return changes.map(({ field, from, to }) => ({
    what: names[field],
    from: from === '' && subject !== undefined ? valueOf(subject, field) : from,
    to,
    unit,
    field,
  }));
}

export function Versions({ wanted, page }: { wanted: string | undefined; page: number }) {
  const settings = useQuery(settingsQuery);
  const terms = useQuery(termsQuery);
  const inForce = { settings: settings.data ?? [], terms: terms.data ?? [] };
  const inLines = (version: Version, line: (step: Step) => ReactNode) =>
    stepsOf(version, inForce).map((step) => <p key={step.what}>{line(step)}</p>);
  const { limits } = settingTexts;
  const { heads } = limits;
  const name: Column<Version> = {
    key: 'name',
    head: heads.key,
    cell: (version) => <b>{titleOf(version)}</b>,
  };
  return (
    <PagedTable
      query={useVersions(wanted, page)}
      label={limits.versions}
      empty={
        <Text size="label" tone="soft">
          {limits.noVersions}
        </Text>
      }
      keyOf={({ ID }) => ID}
      columns={[
        ...(wanted === undefined ? [name] : []),
        {
          key: 'what',
          head: heads.what,
          cell: (version) => inLines(version, ({ what }) => what),
        },
        {
          key: 'before',
          head: heads.before,
          isNumber: true,
          cell: (version) =>
            inLines(version, ({ from, unit, field }) => (
              <span className={pageStyles.was}>
                <TermValue value={from} unit={unit} field={field} />
              </span>
            )),
        },
        {
          key: 'after',
          head: heads.after,
          isNumber: true,
          cell: (version) =>
            inLines(version, ({ to, unit, field }) => (
              <b>
                <TermValue value={to} unit={unit} field={field} />
              </b>
            )),
        },
        {
          key: 'from',
          head: heads.from,
          cell: ({ effectiveAt }) => <DateText at={effectiveAt} detail="short" />,
        },
        {
          key: 'state',
          head: heads.state,
          cell: ({ state }) => (
            <Pill
              kind={state === 'inForce' ? 'done' : state === 'announced' ? 'review' : 'neutral'}
            >
              {limits.states[state]}
            </Pill>
          ),
        },
        { key: 'by', head: heads.by, cell: ({ proposedBy }) => proposedBy },
        { key: 'reason', head: heads.reason, isLong: true, cell: ({ reason }) => reason },
        { key: 'withdraw', head: '', cell: (version) => <Withdraw version={version} /> },
      ]}
    />
  );
}

/** Takes back an announced version before its time, with a reason; one person can. */
function Withdraw({ version }: { version: Version }) {
  const { limits } = settingTexts;
  const mayWithdraw = useHasRole('reviewer', 'approver');
  const [isAsked, setAsked] = useState(false);
  const withdraw = useAct('POST /operator/setting/withdraw', () => limits.withdrawn);
  if (!mayWithdraw || version.state !== 'announced') return null;
  const end = () => setAsked(false);
  return (
    <>
      <Button isSmall onPress={() => setAsked(true)}>
        {limits.withdraw}
      </Button>
      {isAsked && (
        <ReasonDialog
          isOpen
          question={limits.withdrawQuestion(titleOf(version))}
          confirmLabel={limits.withdraw}
          confirmKind="danger"
          isBusy={withdraw.isBusy}
          onCancel={end}
          onConfirm={(reason) => withdraw.run({ ID: String(version.ID), reason }, end)}
        >
          <p>{limits.withdrawText}</p>
        </ReasonDialog>
      )}
    </>
  );
}
