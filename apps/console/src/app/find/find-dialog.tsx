/** One field for everything that the operator may open: opened from each screen by / or Ctrl K, used without a mouse. */
import { classNames, Icon, searchIcon, StateBlock } from '@tern/ui';
import { useEffect, useId, useRef } from 'react';
import { FindPreview } from './find-preview.tsx';
import { type FoundRow, markedPieces } from './find-rows.ts';
import styles from './find.module.css';
import { findTexts, type Group } from './texts.ts';
import { useFind } from './use-find.ts';

export function FindDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={findTexts.title} onClose={onClose}>
      <Search onClose={onClose} />
    </dialog>
  );
}

function Search({ onClose }: { onClose: () => void }) {
  const find = useFind(onClose);
  const listId = useId();
  const row = find.rows[find.at];
  return (
    <>
      <Field find={find} listId={listId} onClose={onClose} />
      {find.counted.length > 0 && <Groups find={find} />}
      <div className={styles.results}>
        <div className={styles.list} id={listId} role="listbox" aria-label={findTexts.title}>
          {find.isFailed ? (
            <StateBlock kind="error" title={findTexts.failed} />
          ) : (
            find.rows.map((each, index) => (
              <Row
                key={each.key}
                id={`${listId}-${index}`}
                row={each}
                words={find.words}
                head={find.rows[index - 1]?.group === each.group ? undefined : each.group}
                isActive={index === find.at}
                onPoint={() => find.point(index)}
                onOpen={onClose}
              />
            ))
          )}
          {find.isNothing && !find.isFailed && (
            <StateBlock
              kind="empty"
              title={findTexts.nothing(find.words)}
              text={findTexts.nothingText}
            />
          )}
        </div>
        {row !== undefined && row.customerId !== null && (
          <FindPreview customerId={row.customerId} href={row.href} onOpen={onClose} />
        )}
      </div>
      <Foot />
    </>
  );
}

type Find = ReturnType<typeof useFind>;

function Field({ find, listId, onClose }: { find: Find; listId: string; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const isAny = find.rows.length > 0;
  return (
    <div className={styles.field}>
      <Icon of={searchIcon} size={20} />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={findTexts.field}
        aria-expanded={isAny}
        aria-controls={listId}
        aria-activedescendant={isAny ? `${listId}-${find.at}` : undefined}
        placeholder={findTexts.field}
        maxLength={128}
        value={find.typed}
        onKeyDown={find.onKeyDown}
        onChange={(event) => find.type(event.currentTarget.value)}
      />
      {find.isFound && (
        <span role="status" className={styles.count}>
          {findTexts.found(totalOf(find.counted))}
        </span>
      )}
      <button type="button" className={styles.close} onClick={onClose}>
        <kbd>Esc</kbd>
      </button>
    </div>
  );
}

function Groups({ find: { counted, group, choose } }: { find: Find }) {
  return (
    <div className={styles.groups}>
      {[{ group: undefined, count: totalOf(counted) }, ...counted].map((each) => (
        <button
          key={each.group ?? 'all'}
          type="button"
          aria-pressed={each.group === group}
          onClick={() => choose(each.group)}
        >
          {each.group === undefined ? findTexts.all : findTexts.groups[each.group]}{' '}
          <span>{each.count}</span>
        </button>
      ))}
    </div>
  );
}

/** "24+" when a group has more than are listed. */
function totalOf(counted: readonly { count: string }[]): string {
  const sum = counted.reduce((total, { count }) => total + Number.parseInt(count, 10), 0);
  return counted.some(({ count }) => count.endsWith('+')) ? `${sum}+` : String(sum);
}

interface RowProps {
  id: string;
  row: FoundRow;
  words: string;
  /** The group that begins with it. */
  head: Group | undefined;
  isActive: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

function Row({ id, row, words, head, isActive, onPoint, onOpen }: RowProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <>
      {head !== undefined && <p className={styles.head}>{findTexts.groups[head]}</p>}
      <a
        ref={link}
        id={id}
        role="option"
        aria-selected={isActive}
        tabIndex={-1}
        className={classNames(styles.row, isActive && styles.active)}
        href={row.href}
        onFocus={onPoint}
        onClick={onOpen}
      >
        <Icon of={row.icon} size={18} />
        <span className={styles.texts}>
          <b>
            <Marked text={row.title} words={words} />
          </b>
          <span>
            <Marked text={row.line} words={words} />
          </span>
        </span>
        <span className={styles.state}>{row.state}</span>
      </a>
    </>
  );
}

function Marked({ text, words }: { text: string; words: string }) {
  return markedPieces(text, words).map((piece, index) =>
    // Pieces have no other identity than their place.
    piece.isMarked ? <mark key={index}>{piece.text}</mark> : piece.text,
  );
}

function Foot() {
  const { foot } = findTexts;
  const keys = [
    [['↑', '↓'], foot.move],
    [['↵'], foot.open],
    [['Tab'], foot.nextGroup],
    [['#'], foot.record],
    [['@'], foot.customer],
  ] as const;
  return (
    <p className={styles.foot} aria-hidden="true">
      {keys.map(([signs, name]) => (
        <span key={name}>
          {signs.map((sign) => (
            <kbd key={sign}>{sign}</kbd>
          ))}
          {name}
        </span>
      ))}
    </p>
  );
}
