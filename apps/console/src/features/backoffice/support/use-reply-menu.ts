/** The menu of saved replies in the answer box: what fits, which one is marked, and its keys. */
import { useId, useState } from 'react';
import { type Reply, useReplies } from './api.ts';
import { setDraft } from './unsent.ts';
import { codeTyped, fittingReplies, textIn } from './view-model.ts';

export interface OpenMenu {
  listId: string;
  activeId: string | undefined;
  replies: readonly Reply[];
  at: number;
  onPick: (reply: Reply) => void;
}

/** Saved replies while the draft is a slash and the beginning of a code. */
export function useReplyMenu(id: string, draft: string, lang: string) {
  const listId = useId();
  const all = useReplies();
  const [marked, mark] = useState(0);
  /** The draft for which Escape closed the menu. */
  const [closedFor, closeFor] = useState<string>();
  const typed = codeTyped(draft);
  const replies = typed === undefined ? [] : fittingReplies(all.data ?? [], typed);
  const isOpen = typed !== undefined && closedFor !== draft;
  const at = Math.min(marked, Math.max(0, replies.length - 1));
  const onPick = (reply: Reply) => {
    setDraft(id, textIn(reply, lang).text);
    mark(0);
  };
  const acts: Readonly<Record<string, () => void>> = {
    ArrowDown: () => mark(Math.min(replies.length - 1, at + 1)),
    ArrowUp: () => mark(Math.max(0, at - 1)),
    Escape: () => closeFor(draft),
    Enter: () => {
      const reply = replies[at];
      if (reply !== undefined) onPick(reply);
    },
  };
  /** Returns whether the key was for the menu. */
  const onKey = (key: string): boolean => {
    const act = isOpen ? acts[key] : undefined;
    act?.();
    return act !== undefined;
  };
  const activeId = replies.length === 0 ? undefined : `${listId}-${at}`;
  return { isOpen, listId, activeId, replies, at, onPick, onKey };
}
