/** Networks or currencies in one dense table: limits and fees in both directions, upcoming changes; a row expands in place. */
import { Button, ButtonLink, CoinMark, DateText, formatDate, Inline, Pill, Text } from '@tern/ui';
import { useState } from 'react';
import { Figure } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { usePermission } from '../../../kernel/session.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { type Subject, useVersions } from './api.ts';
import styles from './limits.module.css';
import { PauseDialog, type Pausing, pauseLabel } from './pause-dialog.tsx';
import { TermChanges } from './term-changes.tsx';
import { settingTexts } from './texts.ts';

/** Limits and fees are round, so trailing zeros are omitted. */
const TERM_PLACES = 2;

const HOUR_MS = 3_600_000;

export interface TermsTableProps {
  kind: Subject['kind'];
  subjects: readonly Subject[];
}

export function TermsTable({ kind, subjects }: TermsTableProps) {
  const { params } = useAddress();
  const { heads, directions } = texts.terms;
  const amount = (
    key: 'inMin' | 'inMax' | 'outMin' | 'outMax' | 'inFee' | 'outFee',
    head: string,
  ): Column<Subject> => ({
    key,
    head,
    isNumber: true,
    cell: (subject) => <Term subject={subject} field={key} />,
  });
  const hasInFee = subjects.some(({ terms }) => /[1-9]/.test(terms.inFee));
  return (
    <Table
      label={settingTexts.limits.tabs[kind === 'network' ? 'networks' : 'currencies']}
      rows={subjects}
      keyOf={({ key }) => key}
      empty={settingTexts.limits.noneFound}
      hrefOf={({ key }) =>
        hrefOf(pages.limits, { ...params, open: params['open'] === key ? undefined : key })
      }
      detailOf={(subject) =>
        params['open'] === subject.key ? <Opened subject={subject} /> : undefined
      }
      groups={[
        ['', 1],
        [directions.in, hasInFee ? 3 : 2],
        [directions.out, 3],
        ['', 1],
      ]}
      columns={[
        {
          key: 'name',
          head: heads[kind],
          cell: ({ asset, network }) => (
            <span className={styles.name}>
              <CoinMark symbol={asset} size={20} />
              <b>{asset}</b>
              {network !== '' && <span>{network}</span>}
            </span>
          ),
        },
        amount('inMin', heads.min),
        amount('inMax', heads.max),
        ...(hasInFee ? [amount('inFee', heads.fee)] : []),
        amount('outMin', heads.min),
        amount('outMax', heads.max),
        amount('outFee', heads.fee),
        {
          key: 'ahead',
          head: heads.ahead,
          isNumber: true,
          cell: (subject) => <Ahead subject={subject} />,
        },
      ]}
    />
  );
}

type Field = 'inMin' | 'inMax' | 'outMin' | 'outMax' | 'inFee' | 'outFee';

/** Closed and paused values are dimmed; the fee is emphasised. */
function Term({ subject, field }: { subject: Subject; field: Field }) {
  const { terms, pausedIn, pausedOut, asset } = subject;
  const isIn = field.startsWith('in');
  const isOpen = isIn ? terms.takesIn && pausedIn === null : terms.takesOut && pausedOut === null;
  const figure = (
    <Figure
      value={terms[field]}
      unit={asset}
      isBound={field.endsWith('Max')}
      isBlankZero={field.endsWith('Fee')}
      coinPlaces={TERM_PLACES}
    />
  );
  if (!isOpen)
    return (
      <Text as="span" tone="faint">
        {figure}
      </Text>
    );
  return field === 'outFee' ? <b>{figure}</b> : figure;
}

/** Pills for announced, proposed, paused or off. */
function Ahead({ subject }: { subject: Subject }) {
  const { terms: labels } = texts;
  const versions = useVersions(undefined, 1);
  const { terms, pausedIn, pausedOut, coming, key } = subject;
  const [next] = coming;
  const isProposed = versions.data?.list.some(
    (version) => version.key === key && version.state === 'proposed',
  );
  const ways = [
    { what: labels.directions.in, isOn: terms.takesIn, pause: pausedIn },
    { what: labels.directions.out, isOn: terms.takesOut, pause: pausedOut },
  ];
  return (
    <Inline as="span" gap={6} isInText>
      {ways.map(({ what, isOn, pause }) =>
        isOn && pause === null ? null : (
          <Pill key={what}>
            {pause === null ? labels.offPill(what) : labels.pausedPill(what, leftOf(pause.until))}
          </Pill>
        ),
      )}
      {isProposed === true && <Pill>{labels.oneOfTwo}</Pill>}
      {next !== undefined && (
        <Pill kind="review">
          {labels.ahead(formatDate(next.effectiveAt, { locale: 'en', detail: 'date' }))}
        </Pill>
      )}
    </Inline>
  );
}

/** "19 h" */
function leftOf(until: string): string {
  const hours = Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / HOUR_MS));
  return `${hours} h`;
}

function Opened({ subject }: { subject: Subject }) {
  const { terms: labels } = texts;
  const { limits } = settingTexts;
  const mayAct = usePermission('markets.halt');
  const [pausing, setPausing] = useState<Pausing>();
  const { coming } = subject;
  const acts: readonly Pausing[] = [
    { direction: 'in', isPause: subject.pausedIn === null },
    { direction: 'out', isPause: subject.pausedOut === null },
  ];
  return (
    <div className={styles.opened}>
      <div>
        <h3>{labels.coming}</h3>
        {coming.length === 0 && (
          <Text tone="faint" top={4}>
            {labels.nothingComing}
          </Text>
        )}
        {coming.map((change) => (
          <TermChanges key={change.ID} subject={subject} change={change} />
        ))}
      </div>
      <Pauses subject={subject} />
      <Inline gap={8} align="center" isWrapped>
        <ButtonLink isSmall href={hrefOf(pages.limits, { key: subject.key })}>
          {mayAct ? limits.change : limits.versions}
        </ButtonLink>
        {mayAct &&
          acts.map((act) => (
            <Button key={act.direction} isSmall kind="outline" onPress={() => setPausing(act)}>
              {pauseLabel(act)}
            </Button>
          ))}
      </Inline>
      <PauseDialog
        key={`${pausing?.direction}`}
        subject={subject}
        pausing={pausing}
        onEnd={() => setPausing(undefined)}
      />
    </div>
  );
}

/** Active pauses: direction, operator, end and reason. */
export function Pauses({ subject }: { subject: Subject }) {
  const { pauses, directions } = texts.terms;
  const both = [
    { direction: 'in', pause: subject.pausedIn },
    { direction: 'out', pause: subject.pausedOut },
  ] as const;
  return (
    <div>
      {both.map(
        ({ direction, pause }) =>
          pause !== null && (
            <p key={direction}>
              {pauses.running(directions[direction], pause.by)}{' '}
              <DateText at={pause.until} detail="short" />
              <Text as="span" tone="faint" top={4}>
                {' '}
                “{pause.reason}”
              </Text>
            </p>
          ),
      )}
    </div>
  );
}
