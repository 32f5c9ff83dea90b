/** Files of closed days: what is in one, its first lines, and those that were made. */
import {
  Button,
  depositIcon,
  Inline,
  Note,
  Segmented,
  Select,
  Stack,
  Text,
  TextField,
} from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { KeysHint, Page, Part } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { usePermission } from '../../../kernel/session.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { hrefOf } from '../../../platform/address.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import { type AskedFile, type FileKind, useFilePreview } from './api.ts';
import styles from './day-close.module.css';
import { FileList } from './file-list.tsx';
import { dayCloseTexts } from './texts.ts';
import { fileKinds, isOfMembers, ofOneCoin, rangesOf } from './view-model.ts';

const { files: labels } = dayCloseTexts;
const NAMES = ['numbers', 'names'] as const;

/** `newest`: the newest closed day; `coins`: those of its trial balance. */
export function ExportsPage({ newest, coins }: { newest: string; coins: readonly string[] }) {
  const isExporter = usePermission('books.export');
  const kinds = fileKinds.filter((kind) => isExporter || !isOfMembers(kind));
  const [kind, setKind] = useState<FileKind>(isExporter ? 'ledger' : 'trialBalance');
  const [days, setDays] = useState(rangesOf(newest)[0]);
  const [coin, setCoin] = useState('');
  const [names, setNames] = useState<(typeof NAMES)[number]>('numbers');
  const asked: AskedFile = {
    kind,
    from: days.from,
    until: days.until,
    ...(coin !== '' && ofOneCoin(kind) ? { coinname: coin } : {}),
    ...(names === 'names' && isOfMembers(kind) ? { hasNames: true } : {}),
  };
  const make = useAct('POST /operator/dayFile/make', () => labels.asked);
  const isReady = days.from !== '' && days.until !== '';
  const run = () => make.run(asked);
  useShortcuts({ e: isReady && !make.isBusy ? run : undefined });
  const day = (key: 'from' | 'until') => (
    <TextField
      label={labels[key]}
      name={key}
      type="date"
      required
      value={days[key]}
      onChange={(value) => setDays((now) => ({ ...now, [key]: value }))}
    />
  );
  return (
    <Page
      back={{ href: hrefOf(pages.dayClose), label: dayCloseTexts.all }}
      title={labels.title}
      line={labels.lead}
      actions={
        <Button
          isSmall
          kind="primary"
          icon={depositIcon}
          isBusy={make.isBusy}
          isDisabled={!isReady}
          onPress={run}
        >
          {labels.make}
        </Button>
      }
      side={<FileList />}
      isSideWide
      foot={<KeysHint more={[[['E'], labels.key]]}>{labels.rule}</KeysHint>}
    >
      <Kinds kinds={kinds} value={kind} onChange={setKind} />
      <div className={styles.fields}>
        {day('from')}
        {day('until')}
        {ofOneCoin(kind) && (
          <Select
            label={dayCloseTexts.coin}
            options={[
              { key: '', label: labels.allCoins },
              ...coins.map((key) => ({ key, label: key })),
            ]}
            value={coin}
            onChange={setCoin}
          />
        )}
        {isOfMembers(kind) && <NamesField value={names} onChange={setNames} />}
      </div>
      <Inline gap={8} rowGap={8} isWrapped>
        {rangesOf(newest).map((range) => (
          <Button key={range.name} isSmall kind="outline" onPress={() => setDays(range)}>
            {labels.ranges[range.name]}
          </Button>
        ))}
      </Inline>
      <div className={styles.preview}>{isReady && <FirstLines asked={asked} />}</div>
    </Page>
  );
}

function FirstLines({ asked }: { asked: AskedFile }) {
  const query = useFilePreview(asked);
  return (
    <Part title={labels.first}>
      <Loaded query={query}>
        {({ columns, rows }) =>
          rows.length === 0 ? (
            <Note>{labels.empty}</Note>
          ) : (
            <Table
              label={labels.first}
              rows={rows.map((cells, at) => ({ cells, at }))}
              keyOf={({ at }) => at}
              columns={columns.map(columnOf)}
            />
          )
        }
      </Loaded>
    </Part>
  );
}

interface Line {
  readonly cells: readonly string[];
  readonly at: number;
}

const columnOf = (head: string, at: number): Column<Line> => ({
  key: head,
  head,
  cell: ({ cells }) => cells[at],
});

interface KindsProps {
  readonly kinds: readonly FileKind[];
  readonly value: FileKind;
  readonly onChange: (kind: FileKind) => void;
}

function Kinds({ kinds, value, onChange }: KindsProps) {
  return (
    <fieldset className={styles.kinds}>
      <legend>{labels.kind}</legend>
      {kinds.map((key) => (
        <label key={key}>
          <input type="radio" name="kind" checked={key === value} onChange={() => onChange(key)} />
          <span>
            <b>{labels.kinds[key][0]}</b>
            <small>{labels.kinds[key][1]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface NamesFieldProps {
  readonly value: (typeof NAMES)[number];
  readonly onChange: (names: (typeof NAMES)[number]) => void;
}

function NamesField({ value, onChange }: NamesFieldProps) {
  return (
    <Stack gap={6}>
      <Text as="span" size="label" tone="soft">
        {labels.names}
      </Text>
      <Segmented
        label={labels.names}
        isSmall
        options={NAMES.map((key) => ({ key, label: labels.withNames[key] }))}
        value={value}
        onChange={onChange}
      />
    </Stack>
  );
}
