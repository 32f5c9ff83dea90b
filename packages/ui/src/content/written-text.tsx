/** Renders an article: headings, paragraphs, lists, bold text, and links that show their destination. */
import { Fragment, type ReactNode } from 'react';
import styles from './written-text.module.css';

export interface WrittenPart {
  readonly text: string;
  /** An https URL; null for plain text. */
  readonly href: string | null;
  readonly isStrong: boolean;
}

export interface WrittenBlock {
  readonly kind: 'heading' | 'paragraph' | 'item';
  readonly parts: readonly WrittenPart[];
}

export interface WrittenTextProps {
  readonly blocks: readonly WrittenBlock[];
  /** Language of the text, if it may differ from the page's. */
  readonly lang?: string | undefined;
  /** Called instead of following a link directly. */
  readonly onLeave?: (href: string) => void;
}

/** Consecutive items form one list. */
function grouped(blocks: readonly WrittenBlock[]): WrittenBlock[][] {
  const groups: WrittenBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'item' && last?.[0]?.kind === 'item') last.push(block);
    else groups.push([block]);
  }
  return groups;
}

export function WrittenText({ blocks, lang, onLeave }: WrittenTextProps) {
  const contentOf = ({ parts }: WrittenBlock): ReactNode =>
    parts.map((part, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the text never changes its order
      <Fragment key={at}>
        <Words part={part} onLeave={onLeave} />
      </Fragment>
    ));
  return (
    <div className={styles.text} lang={lang}>
      {grouped(blocks).map((group, at) => {
        const [first] = group;
        if (first === undefined) return null;
        // oxlint-disable-next-line react/no-array-index-key -- as above
        if (first.kind === 'heading') return <h3 key={at}>{contentOf(first)}</h3>;
        // oxlint-disable-next-line react/no-array-index-key -- as above
        if (first.kind === 'paragraph') return <p key={at}>{contentOf(first)}</p>;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <ul key={at}>
            {group.map((item, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <li key={place}>{contentOf(item)}</li>
            ))}
          </ul>
        );
      })}
    </div>
  );
}

function Words({
  part: { text, href, isStrong },
  onLeave,
}: {
  part: WrittenPart;
  onLeave: WrittenTextProps['onLeave'];
}) {
  if (isStrong) return <strong>{text}</strong>;
  if (href === null) return text;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => {
        if (onLeave === undefined) return;
        event.preventDefault();
        onLeave(href);
      }}
    >
      {text}
    </a>
  );
}
