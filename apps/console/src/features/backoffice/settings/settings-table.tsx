/** Current settings by area; a row leads to the history and to proposing a new value. */
import { Text } from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import { Table } from '../../../kernel/table.tsx';
import { hrefOf } from '../../../platform/address.ts';
import type { Setting } from './api.ts';
import { areaOf, documentText } from './setting-view-model.ts';
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
        { key: 'name', head: heads.key, cell: ({ name }) => name },
        { key: 'area', head: heads.area, cell: areaOf },
        { key: 'effect', head: heads.effect, isLong: true, cell: ({ effect }) => effect },
        {
          key: 'fallback',
          head: heads.fallback,
          isNumber: true,
          cell: (setting) =>
            setting.value !== setting.fallback && (
              <Text as="span" tone="faint">
                <Value text={documentText(setting.form, setting.fallback)} />
              </Text>
            ),
        },
        {
          key: 'value',
          head: heads.value,
          isNumber: true,
          cell: (setting) => (
            <b>
              <Value text={documentText(setting.form, setting.value)} />
            </b>
          ),
        },
      ]}
    />
  );
}

const LENGTH_MAX = 28;

/** Shortened if long, with the full text in the title. */
function Value({ text }: { text: string }) {
  const shown = text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX - 1)}…` : text;
  return <span title={text}>{shown}</span>;
}
