/** The product as customers will see it: a card as wide as a phone, from the row that their call returns. */
import { CoinMark, Segmented } from '@tern/ui';
import { useState } from 'react';
import room from '../../kernel/room.module.css';
import { Part } from '../../kernel/room.tsx';
import { texts } from '../../kernel/texts.ts';
import type { Preview, Version } from './api.ts';
import styles from './products.module.css';

/** The version in force, the pending one, or the newest: those that have a preview. */
export function MemberPreview({ versions }: { versions: readonly Version[] }) {
  const { preview: labels, version: nameOf } = texts.products;
  const shown = versions.filter(({ preview }) => preview !== null).toReversed();
  const newest = shown.at(-1);
  const [chosen, setChosen] = useState<string>();
  const version = shown.find((each) => String(each.version) === chosen) ?? newest;
  const options = shown.map((each) => ({ key: String(each.version), label: nameOf(each.version) }));
  return (
    <Part
      title={labels.title}
      aside={
        version !== undefined &&
        shown.length > 1 && (
          <Segmented
            label={labels.versions}
            isSmall
            options={options}
            value={String(version.version)}
            onChange={setChosen}
          />
        )
      }
    >
      <PreviewCard preview={version?.preview ?? null} />
    </Part>
  );
}

export function PreviewCard({ preview }: { preview: Preview | null }) {
  const { preview: labels } = texts.products;
  if (preview === null) return <p className={room.quiet}>{labels.none}</p>;
  const { title, figure, facts, worst, row } = preview;
  const coin = typeof row['coinname'] === 'string' ? row['coinname'] : title;
  return (
    <figure className={styles.phone}>
      <header>
        <CoinMark symbol={coin} size={34} />
        <b>{title}</b>
        <p>
          <b>{figure.value}</b>
          <span>{figure.caption}</span>
        </p>
      </header>
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {worst !== '' && <p className={styles.worst}>{worst}</p>}
      <figcaption>{labels.caption}</figcaption>
    </figure>
  );
}
