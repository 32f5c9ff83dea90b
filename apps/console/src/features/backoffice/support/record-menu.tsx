/** Where an operator chooses the record of the customer to attach: the newest ones of all kinds. */
import { DateText } from '@tern/ui';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { Loaded } from '../../../kernel/loaded.tsx';
import { type RecordCard, useRecords } from './api.ts';
import styles from './inbox.module.css';
import { recordName, RecordState } from './record.tsx';
import { supportTexts } from './texts.ts';

interface RecordMenuProps {
  /** Of the conversation. */
  id: string;
  onPick: (record: RecordCard) => void;
  onClose: () => void;
}

export function RecordMenu({ id, onPick, onClose }: RecordMenuProps) {
  const { answer } = supportTexts;
  const menu = useRef<HTMLDivElement>(null);
  return (
    <div ref={menu} className={styles.menu} role="group" aria-label={answer.records}>
      <p>{answer.records}</p>
      <Loaded query={useRecords(id)}>
        {(list) =>
          list.length === 0 ? (
            <p role="status">{answer.noRecord}</p>
          ) : (
            <Choices menu={menu} list={list} onPick={onPick} onClose={onClose} />
          )
        }
      </Loaded>
    </div>
  );
}

interface ChoicesProps extends Pick<RecordMenuProps, 'onPick' | 'onClose'> {
  menu: RefObject<HTMLDivElement | null>;
  list: readonly RecordCard[];
}

function Choices({ menu, list, onPick, onClose }: ChoicesProps) {
  // The keyboard goes on in the list.
  useEffect(() => menu.current?.querySelector('button')?.focus(), [menu]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <div>
      {list.map((record) => (
        <button
          key={`${record.kind} ${record.ID}`}
          type="button"
          onClick={() => onPick(record)}
          onKeyDown={onKeyDown}
        >
          <b>{recordName(record)}</b>
          <span>
            <RecordState record={record} />
          </span>
          <DateText at={record.CreatedAt} detail="short" />
        </button>
      ))}
    </div>
  );
}
