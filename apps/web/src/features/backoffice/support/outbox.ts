/** Messages on their way: sent one after another, kept with their text when one fails, also while the page is left. */
import type { RecordCard } from '@tern/protocol/client';
import { useSyncExternalStore } from 'react';
import { currentSession, onSession } from '../../../kernel/session.ts';
import { CallError } from '../../../platform/http/call-error.ts';
import type { Language } from '../../../platform/i18n/languages.ts';
import { openConversation, reloadThread, sendMessage, uploadImage } from './api.ts';
import type { Pending } from './thread.ts';

const listeners = new Set<() => void>();
let pending: readonly Pending[] = [];
let last: Promise<void> = Promise.resolve();

let owner = currentSession()?.user.ID;
// Another person in this browser must not send or see them.
onSession(() => {
  const next = currentSession()?.user.ID;
  if (next !== owner) put([]);
  owner = next;
});

function put(next: readonly Pending[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

function change(clientId: string, changed: Partial<Pending>): void {
  put(pending.map((each) => (each.clientId === clientId ? { ...each, ...changed } : each)));
}

/** A random id: a message with it is stored once, however often it is sent. */
function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface Draft {
  text: string;
  /** A data URL. */
  image?: string;
  /** One of the member's own. */
  record?: RecordCard | undefined;
}

export interface Sender {
  language: Language;
  /** Why a message was not sent. */
  sentence: (error: CallError) => string;
}

/** Sends a message after those before it. */
export function post({ text, image, record }: Draft, sender: Sender): void {
  const clientId = newClientId();
  const chosen = image === undefined ? undefined : { dataUrl: image };
  put([...pending, { clientId, text, image: chosen, record, at: Date.now() }]);
  queue(clientId, sender);
}

/** Sends a message that failed once more, with the same id. */
export function postAgain(clientId: string, sender: Sender): void {
  put(
    pending.map((each) => {
      const { failure: _gone, ...again } = each;
      return each.clientId === clientId ? again : each;
    }),
  );
  queue(clientId, sender);
}

function queue(clientId: string, sender: Sender): void {
  // A broken one must not stop those behind it.
  last = last.catch(() => {}).then(() => deliver(clientId, sender));
}

async function deliver(clientId: string, { language, sentence }: Sender): Promise<void> {
  const message = pending.find((each) => each.clientId === clientId);
  if (message === undefined) return;
  try {
    const id = await openConversation(language);
    const { text, image, record } = message;
    let imageId = image?.id;
    if (image !== undefined && imageId === undefined) {
      imageId = await uploadImage(id, image.dataUrl);
      change(clientId, { image: { ...image, id: imageId } });
    }
    await sendMessage(id, {
      clientId,
      text,
      ...(imageId === undefined ? {} : { imageId }),
      ...(record === undefined ? {} : { record: { kind: record.kind, ID: record.ID } }),
    });
    put(pending.filter((each) => each.clientId !== clientId));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    change(clientId, { failure: error.kind === 'refused' ? sentence(error) : '' });
    // Whether it was stored is unknown without an answer: the messages of the server show it.
    reloadThread();
  }
}

export function usePending(): readonly Pending[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
    () => pending,
  );
}
