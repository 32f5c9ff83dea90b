/** Versions of a setting or of terms, newest first. */
import { useQuery } from '@tanstack/react-query';
import { percentOf } from '@tern/money';
import { Button, DateText, Pill, Text } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { usePermission } from '../../../kernel/session.ts';
import pageStyles from '../../../kernel/page.module.css';
import { type Column, PagedTable } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import {
  type Setting,
  settingsQuery,
  type Subject,
  type TermsField,
  termsQuery,
  useVersions,
  type Version,
} from './api.ts';
import { linesBetween } from './setting-change.tsx';
import { TermValue } from './term-changes.tsx';
import { nameOf, valueOf } from './terms-view-model.ts';
import { settingTexts } from './texts.ts';

/** The changes of a version, one per line. */
interface Step {
  what: string;
  from: string;
  to: string;
  unit: string;
  field: string;
}

/** The current values, for versions that are not in force yet. */
interface InForce {
  settings: readonly Setting[];
  terms: readonly Subject[];
}

/** A name that people know; the key only of a setting that there is no more. */
const titleOf = (version: Version, { settings }: InForce): string => {
  if (version.kind !== 'setting') return nameOf(version);
  return settings.find(({ key }) => key === version.key)?.name ?? version.key;
};

const isAhead = ({ state }: Version) => state === 'proposed' || state === 'announced';

function stepsOf(version: Version, { settings, terms }: InForce): Step[] {
  const { kind, key, value, replaced, changes, asset: unit } = version;
  if (kind === 'setting') {
    const setting = settings.find((each) => each.key === key);
    if (setting === undefined) return [];
    const before = replaced ?? (isAhead(version) ? setting.value : setting.fallback);
    return linesBetween(setting.form, before, value).map((line) => ({
      ...line,
      unit: '',
      field: '',
    }));
  }
  const names = texts.terms.fields;
  if (kind === 'market') {
    const percent = (ratio: string) => (ratio === '' ? '' : percentOf(ratio));
    return changes.map(({ field, from, to }) => ({
      what: names[field],
      from: percent(from),
      to: percent(to),
      unit: '%',
      field,
    }));
  }
  const subject = isAhead(version) ? terms.find((each) => each.key === key) : undefined;
  return changes.map(({ field, from, to }) => ({
    what: names[field],
    from: from === '' && subject !== undefined ? valueOf(subject, field as TermsField) : from,
    to,
    unit,
    field,
  }));
}

interface VersionsProps {
  wanted: string | undefined;
  page: number;
  /** Of a version in force: starts a proposal of the document before it, JSON. */
  onRestore?: (document: string) => void;
}

export function Versions({ wanted, page, onRestore }: VersionsProps) {
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
    cell: (version) => <b>{titleOf(version, inForce)}</b>,
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
        {
          key: 'back',
          head: '',
          cell: (version) =>
            version.state === 'inForce' && version.replaced !== null && onRestore !== undefined ? (
              <Button isSmall onPress={() => onRestore(version.replaced ?? '')}>
                {limits.restore}
              </Button>
            ) : (
              <Withdraw version={version} title={titleOf(version, inForce)} />
            ),
        },
      ]}
    />
  );
}

/** Takes back an announced version before its time, with a reason; one person can. */
function Withdraw({ version, title }: { version: Version; title: string }) {
  const { limits } = settingTexts;
  const mayWithdraw = usePermission('terms.propose');
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
          question={limits.withdrawQuestion(title)}
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
