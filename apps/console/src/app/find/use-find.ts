/** What is typed, asked and found, and the row and group that the keys move through. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { call } from '../../platform/call.ts';
import { useSettled } from '../../platform/settled.ts';
import { countedGroups, readTyped, rowsOf } from './find-rows.ts';
import type { Group } from './texts.ts';

/** Each search is a line in the log: it waits until the typing pauses. */
const TYPING_MS = 250;

export function useFind(onClose: () => void) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Group>();
  const [active, setActive] = useState(0);
  const asked = readTyped(useSettled(typed, TYPING_MS));
  const query = useQuery({
    queryKey: ['find', asked.words],
    queryFn: () => call('GET /operator/find', { words: asked.words }),
    enabled: asked.words !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const found = asked.words === '' ? undefined : query.data;
  const counted = found === undefined ? [] : countedGroups(found);
  const wanted = asked.group ?? chosen;
  const group = counted.some((each) => each.group === wanted) ? wanted : asked.group;
  const rows = found === undefined ? [] : rowsOf(found, group);
  const at = Math.min(active, rows.length - 1);

  const choose = (next: Group | undefined) => {
    setChosen(next);
    setActive(0);
  };
  const turn = (by: 1 | -1) => {
    const all = [undefined, ...counted.map((each) => each.group)];
    choose(all.at((all.indexOf(group) + by) % all.length));
  };
  const open = (isInTab: boolean) => {
    const row = rows[at];
    if (row === undefined) return;
    if (isInTab) window.open(row.href, '_blank', 'noopener');
    else {
      location.hash = row.href;
      onClose();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => setActive(Math.min(rows.length - 1, at + 1)),
      ArrowUp: () => setActive(Math.max(0, at - 1)),
      Enter: () => open(event.ctrlKey || event.metaKey),
      Tab: counted.length > 0 ? () => turn(event.shiftKey ? -1 : 1) : undefined,
    };
    const act = acts[event.key];
    if (act === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  return {
    typed,
    type(text: string) {
      setTyped(text);
      setActive(0);
    },
    words: asked.words,
    isFound: found !== undefined,
    isFailed: query.isError && asked.words !== '',
    isNothing: found !== undefined && rows.length === 0 && !query.isFetching,
    counted,
    group,
    choose,
    rows,
    at,
    point: setActive,
    onKeyDown,
  };
}
