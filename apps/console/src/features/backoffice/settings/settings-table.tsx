/** Current settings; a row leads to the history and to proposing a new value. */
import { Text } from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import { plainValue } from '../../../kernel/value-text.ts';
import { Table } from '../../../kernel/table.tsx';
import { hrefOf } from '../../../platform/address.ts';
import type { Setting } from './api.ts';
import { settingTexts } from './texts.ts';

export function SettingsTable({ list }: { list: readonly Setting[] }) {
  const { limits } = settingTexts;
  const { heads } = limits;
  return (
    <Table
      label={limits.tabs.settings}
      rows={list}
      keyOf={({ key }) => key}
      empty={limits.noneFound}
      hrefOf={({ key }) => hrefOf(pages.limits, { key })}
      columns={[
        { key: 'key', head: heads.key, cell: ({ key }) => key },
        { key: 'unit', head: heads.unit, isLong: true, cell: ({ unit }) => unit },
        {
          key: 'fallback',
          head: heads.fallback,
          isNumber: true,
          cell: ({ value, fallback }) => value !== fallback && <Value value={fallback} isOld />,
        },
        {
          key: 'value',
          head: heads.value,
          isNumber: true,
          cell: ({ value }) => <Value value={value} />,
        },
      ]}
    />
  );
}

const LENGTH_MAX = 28;

/** The value as text, shortened if long, with the full text in the title. */
function Value({ value, isOld = false }: { value: string; isOld?: boolean }) {
  const fullText = plainValue(JSON.parse(value));
  const text = fullText.length > LENGTH_MAX ? `${fullText.slice(0, LENGTH_MAX - 1)}…` : fullText;
  const content = <span title={fullText}>{text}</span>;
  return isOld ? (
    <Text as="span" tone="faint">
      {content}
    </Text>
  ) : (
    <b>{content}</b>
  );
}
