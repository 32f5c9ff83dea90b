/** Files that were asked for: how far one is, its hash, and its download. */
import { Button, DateText, formatAmount, ProgressBar, StateBlock, Text } from '@tern/ui';
import { useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { saveFrom } from '../../../platform/save-file.ts';
import { type DayFile, useFiles } from './api.ts';
import styles from './day-close.module.css';
import { dayCloseTexts } from './texts.ts';

const { files: labels } = dayCloseTexts;
const count = (value: number) => formatAmount(String(value), { locale: 'en', places: 0 });
/** As many characters of the hash tell two of them apart. */
const SHORT_HASH = 16;

export function FileList() {
  return (
    <>
      <h2>{labels.list}</h2>
      <Loaded query={useFiles()}>
        {({ list }) =>
          list.length === 0 ? (
            <StateBlock kind="empty" title={labels.none} />
          ) : (
            <ul className={styles.files}>
              {list.map((file) => (
                <FileRow key={file.ID} file={file} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Text as="p" size="cap" tone="soft">
        {labels.kept}
      </Text>
    </>
  );
}

function FileRow({ file }: { file: DayFile }) {
  const { kind, from, until, coinname, hasNames, by, state, rows, bytes, sha256 } = file;
  const [name] = labels.kinds[kind];
  const link = useAct('POST /operator/dayFile/link', () => labels.saved);
  const about = [`${from} – ${until}`, coinname ?? '', hasNames ? labels.hasNames : '', by];
  return (
    <li>
      <b>{name}</b>
      <p>{about.filter((part) => part !== '').join(' · ')}</p>
      {(state === 'waiting' || state === 'making') && (
        <>
          <ProgressBar label={labels.progress(name)} value={file.percent} max={100} />
          <p>{labels.making(file.percent, count(rows))}</p>
        </>
      )}
      {sha256 !== null && (
        <p title={sha256}>
          {labels.made(count(rows), labels.size(bytes))}{' '}
          <DateText at={file.madeAt ?? file.askedAt} detail="short" />
          <br />
          {labels.hash(`${sha256.slice(0, SHORT_HASH)}…`, String(file.keyId ?? ''))}
        </p>
      )}
      {state === 'removed' && <p>{labels.removed}</p>}
      {state === 'ready' && (
        <Button
          isSmall
          kind="outline"
          label={labels.downloadOf(name)}
          isBusy={link.isBusy}
          onPress={() => link.run({ ID: file.ID }, ({ path }) => saveFrom(path))}
        >
          {labels.download}
        </Button>
      )}
    </li>
  );
}
