/** What a proposal changes, as a table with the way back of each value, and what members will read of it. */
import {
  changedLines,
  englishMessages,
  type MessageCode,
  type SettingForm,
  type SettingLine,
} from '@tern/protocol/operator/client';
import { Button, formatDate, Text } from '@tern/ui';
import pageStyles from '../../../kernel/page.module.css';
import { Part } from '../../../kernel/page.tsx';
import { type Column, Table } from '../../../kernel/table.tsx';
import type { Setting } from './api.ts';
import styles from './limits.module.css';
import { ratioEffect } from './setting-view-model.ts';
import { settingTexts } from './texts.ts';

const { propose: labels, preview } = settingTexts.limits;

export interface ChangeTableProps {
  setting: Setting;
  lines: readonly SettingLine[];
  onUndo: (what: string) => void;
}

export function ChangeTable({ setting, lines, onUndo }: ChangeTableProps) {
  if (lines.length === 0)
    return (
      <Text size="label" tone="soft">
        {labels.nothing}
      </Text>
    );
  const isRatios = setting.form.kind === 'ratios';
  return (
    <Part title={labels.summary}>
      <Table
        label={labels.summary}
        rows={lines}
        keyOf={({ what }) => what}
        columns={[
          { key: 'what', head: labels.what, cell: ({ what }) => what || setting.name },
          {
            key: 'from',
            head: labels.before,
            isNumber: true,
            cell: ({ from }) => <span className={pageStyles.was}>{from}</span>,
          },
          {
            key: 'to',
            head: labels.after,
            isNumber: true,
            cell: ({ to }) => <b>{to || labels.removed}</b>,
          },
          ...(isRatios ? RATIO_COLUMNS : []),
          {
            key: 'back',
            head: '',
            cell: ({ what }) => (
              <span className={styles.back}>
                <Button isSmall onPress={() => onUndo(what)}>
                  {labels.undo}
                </Button>
              </span>
            ),
          },
        ]}
      />
      {isRatios && lines.map((line) => <RatioSentence key={line.what} line={line} />)}
    </Part>
  );
}

const fromTo = (from: string | number | undefined, to: string | number | undefined) =>
  [from, to].filter((value) => value !== undefined).join(' → ');

const RATIO_COLUMNS: readonly Column<SettingLine>[] = [
  {
    key: 'calls',
    head: labels.rightCalls,
    isNumber: true,
    cell: ({ from, to }) => fromTo(ratioEffect(from)?.rightCalls, ratioEffect(to)?.rightCalls),
  },
  {
    key: 'edge',
    head: labels.edge,
    isNumber: true,
    cell: ({ from, to }) => fromTo(ratioEffect(from)?.lost, ratioEffect(to)?.lost),
  },
];

function RatioSentence({ line: { what, to } }: { line: SettingLine }) {
  const effect = ratioEffect(to);
  if (effect === undefined) return null;
  return (
    <Text size="label" tone="soft">
      {what}: {labels.ratioSentence(effect.lost, effect.rightCalls)}
    </Text>
  );
}

export interface MemberPreviewProps {
  setting: Setting;
  lines: readonly SettingLine[];
  message: MessageCode;
  /** ISO. */
  effectiveAt: string | undefined;
}

/** In English; the message and the time are in each member's language. */
export function MemberPreview({ setting, lines, message, effectiveAt }: MemberPreviewProps) {
  return (
    <Part title={preview.title}>
      <div className={styles.preview}>
        <b>{preview.heading}</b>
        <p>{setting.effect}</p>
        {lines.map(({ what, from, to }) => (
          <p key={what} className={styles.previewLine}>
            <span>{what || setting.name}</span>
            <b>{[from, to].filter((value) => value !== '').join(' → ')}</b>
          </p>
        ))}
        <p>{englishMessages[message]}</p>
        {effectiveAt !== undefined && (
          <p>{preview.from(formatDate(effectiveAt, { locale: 'en' }))}</p>
        )}
      </div>
      <Text size="label" tone="faint">
        {preview.note}
      </Text>
    </Part>
  );
}

/** The lines of a change between two documents in JSON. */
export function linesBetween(form: SettingForm, before: string, after: string): SettingLine[] {
  return changedLines(form, JSON.parse(before) as unknown, JSON.parse(after) as unknown);
}
