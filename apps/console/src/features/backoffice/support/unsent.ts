/**
 * What an operator has written and the server does not have yet: the draft of each conversation, and answers on their
 * way or whose sending failed. Kept while the tab is open, for the same operator also after another login.
 */
import { useSyncExternalStore } from 'react';
import { newRequestId } from '../../../kernel/act.ts';
import { sentenceOf } from '../../../kernel/loaded.tsx';
import { currentSession } from '../../../kernel/session.ts';
import { call, CallError } from '../../../platform/call.ts';
import { addMessage, type RecordCard } from './api.ts';

export interface Attached {
  /** Of the uploaded image. */
  readonly id: number;
  readonly name: string;
}

export interface Outgoing {
  /** The same in each attempt: the server stores the answer once. */
  readonly clientId: string;
  readonly text: string;
  readonly image: Attached | undefined;
  readonly record: RecordCard | undefined;
  /** Undefined while it is being sent. An empty text: no answer came. */
  readonly error: string | undefined;
}

export interface Unsent {
  readonly draft: string;
  readonly image: Attached | undefined;
  /** Of the customer. */
  readonly record: RecordCard | undefined;
  readonly outgoing: readonly Outgoing[];
}

const NOTHING: Unsent = { draft: '', image: undefined, record: undefined, outgoing: [] };

const all = new Map<string, Unsent>();
const listeners = new Set<() => void>();

/** Another operator who logs in at this desk does not see the texts. */
const keyOf = (conversation: string) => `${currentSession()?.operator.ID ?? ''} ${conversation}`;

function change(key: string, next: (now: Unsent) => Unsent): void {
  all.set(key, next(all.get(key) ?? NOTHING));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUnsent(conversation: string): Unsent {
  return useSyncExternalStore(subscribe, () => all.get(keyOf(conversation)) ?? NOTHING);
}

export function setDraft(conversation: string, draft: string): void {
  change(keyOf(conversation), (now) => ({ ...now, draft }));
}

export function setImage(conversation: string, image: Attached | undefined): void {
  change(keyOf(conversation), (now) => ({ ...now, image }));
}

export function setRecord(conversation: string, record: RecordCard | undefined): void {
  change(keyOf(conversation), (now) => ({ ...now, record }));
}

/** Sends the draft with what is attached, and empties all of it. */
export function sendDraft(conversation: string): void {
  const key = keyOf(conversation);
  const { draft, image, record } = all.get(key) ?? NOTHING;
  const text = draft.trim();
  if (text === '' && image === undefined && record === undefined) return;
  const outgoing = { clientId: newRequestId(), text, image, record, error: undefined };
  change(key, (now) => ({ ...NOTHING, outgoing: [...now.outgoing, outgoing] }));
  void deliver(conversation, key, outgoing);
}

/** Sends a failed answer again. */
export function sendAgain(conversation: string, { clientId }: Outgoing): void {
  const key = keyOf(conversation);
  const failed = all.get(key)?.outgoing.find((each) => each.clientId === clientId);
  if (failed?.error === undefined) return;
  mark(key, clientId, undefined);
  void deliver(conversation, key, failed);
}

/** Removes a failed answer; what it had returns to the box where that has nothing. */
export function takeBack(conversation: string, { clientId, text, image, record }: Outgoing): void {
  change(keyOf(conversation), (now) => ({
    draft: now.draft === '' ? text : now.draft,
    image: now.image ?? image,
    record: now.record ?? record,
    outgoing: now.outgoing.filter((each) => each.clientId !== clientId),
  }));
}

function mark(key: string, clientId: string, error: string | undefined): void {
  change(key, (now) => ({
    ...now,
    outgoing: now.outgoing.map((each) => (each.clientId === clientId ? { ...each, error } : each)),
  }));
}

async function deliver(conversation: string, key: string, outgoing: Outgoing): Promise<void> {
  const { clientId, text, image, record } = outgoing;
  const input = {
    ID: conversation,
    clientId,
    text,
    ...(image === undefined ? {} : { imageId: image.id }),
    ...(record === undefined ? {} : { record: { kind: record.kind, ID: record.ID } }),
  };
  try {
    const { message } = await call('POST /operator/service/answer', input);
    addMessage(conversation, message);
    change(key, (now) => ({
      ...now,
      outgoing: now.outgoing.filter((each) => each.clientId !== clientId),
    }));
  } catch (error) {
    const isRefused = error instanceof CallError && error.kind === 'refused';
    mark(key, clientId, isRefused ? sentenceOf(error) : '');
  }
}
