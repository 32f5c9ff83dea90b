/** What an operator does in a conversation: claim it, answer, hand it over, close it with a last word. All of it is logged. */
import { type Actor, logAct } from '../../../kernel/operators/audit-log.ts';
import { operatorById } from '../../../kernel/operators/operators.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { SupportDeps } from './deps.ts';
import { type ShownMessage, withCards } from './describe.ts';
import {
  ANSWERS,
  recordChange,
  publishChange,
  publishTypingToConsoles,
  publishTypingToCustomer,
} from './publish.ts';
import {
  assignStatement,
  closeStatement,
  type Conversation,
  conversationById,
  lockedConversation,
  operatorAnswered,
  readBySupport,
} from './store-conversations.ts';
import type { Message } from './store-messages.ts';
import { addMessage, type Draft, storedBefore } from './write-message.ts';

export const subjectOf = (id: number) => `conversation:${id}`;

/** Empty conversations exist for their customer only. @throws not-found */
export async function conversationForOperators(reader: Reader, id: number): Promise<Conversation> {
  const found = await reader.maybe(conversationById, [id]);
  if (found === undefined || found.state === 'empty') throw new Refusal('not-found');
  return found;
}

async function lockForOperators(tx: Tx, id: number): Promise<Conversation> {
  const locked = await tx.maybe(lockedConversation, [id]);
  if (locked === undefined || locked.state === 'empty') throw new Refusal('not-found');
  return locked;
}

/** @throws conversation-closed, not-claimed when another operator has it, or nobody */
function assertHolder({ state, operatorId }: Conversation, actor: Pick<Actor, 'operatorId'>) {
  if (state === 'closed') throw new Refusal('conversation-closed');
  if (operatorId !== actor.operatorId) throw new Refusal('not-claimed');
}

/** The conversation, if the operator has it. @throws not-found, conversation-closed, not-claimed */
export async function heldConversation(
  reader: Reader,
  actor: Pick<Actor, 'operatorId'>,
  id: number,
): Promise<Conversation> {
  const conversation = await conversationForOperators(reader, id);
  assertHolder(conversation, actor);
  return conversation;
}

const entryOf = (actor: Actor | undefined, { id, memberId }: Conversation) => ({
  actor,
  subject: subjectOf(id),
  memberId,
});

/** Changes a locked conversation, logs it, and publishes it to both sides. */
async function change(
  deps: SupportDeps,
  id: number,
  act: (tx: Tx, locked: Conversation, at: number) => Promise<boolean | undefined>,
): Promise<void> {
  const changed = await deps.database.transaction(async (tx) => {
    const locked = await lockForOperators(tx, id);
    const at = deps.clock.now();
    if ((await act(tx, locked, at)) === false) return undefined;
    return recordChange(deps, tx, { id, afterSeq: locked.lastSeq, at });
  });
  if (changed !== undefined) publishChange(deps.bus, changed);
}

/** Of two operators who claim concurrently, one gets it; a repeated claim of the same does nothing. @throws not-claimed */
export function claimConversation(deps: SupportDeps, actor: Actor, id: number): Promise<void> {
  return change(deps, id, async (tx, locked, at) => {
    if (locked.state === 'closed') throw new Refusal('conversation-closed');
    if (locked.operatorId === actor.operatorId) return false;
    if (locked.operatorId !== null) throw new Refusal('not-claimed');
    await tx.run(assignStatement, [id, actor.operatorId, at]);
    await logAct(tx, { ...entryOf(actor, locked), action: 'service.claim' }, at);
    return true;
  });
}

/** To an operator who may answer, or without one back to those that wait. @throws not-claimed, not-found */
export function handOver(
  deps: SupportDeps,
  actor: Actor,
  { id, operatorId }: { id: number; operatorId: number | undefined },
): Promise<void> {
  return change(deps, id, async (tx, locked, at) => {
    assertHolder(locked, actor);
    if (operatorId === undefined) {
      await tx.run(assignStatement, [id, null, at]);
      await logAct(tx, { ...entryOf(actor, locked), action: 'service.release' }, at);
      return true;
    }
    const to = await operatorById(tx, operatorId);
    const mayAnswer = to?.isActive === true && to.permissions.includes(ANSWERS);
    if (to === undefined || !mayAnswer) throw new Refusal('not-found');
    await tx.run(assignStatement, [id, to.id, at]);
    const detail = { to: to.login };
    await logAct(tx, { ...entryOf(actor, locked), action: 'service.handOver', detail }, at);
    return true;
  });
}

/** Puts back a conversation whose operator does not answer: the rule of `service.releaseMinutes`. */
export function releaseConversation(deps: SupportDeps, id: number, before: number): Promise<void> {
  return change(deps, id, async (tx, locked, at) => {
    const since = Math.max(locked.waitingSince ?? at, locked.assignedAt ?? at);
    if (locked.state !== 'assigned' || since >= before) return false;
    await tx.run(assignStatement, [id, null, at]);
    await logAct(tx, { ...entryOf(undefined, locked), action: 'service.release' }, at);
    return true;
  });
}

/**
 * Stores an answer; a retry gets the stored one.
 * @throws not-found, invalid-request, idempotency-key-reused, conversation-closed, not-claimed
 */
export async function answerConversation(
  deps: SupportDeps,
  actor: Actor,
  { id, draft }: { id: number; draft: Draft },
): Promise<ShownMessage> {
  const answer = { draft, operatorId: actor.operatorId };
  let message: Message | undefined;
  let memberId: number | null = null;
  await change(deps, id, async (tx, locked, at) => {
    memberId = locked.memberId;
    message = await storedBefore(tx, id, answer);
    if (message !== undefined) return false;
    assertHolder(locked, actor);
    message = await addMessage(deps, tx, { ...answer, conversation: locked, at });
    await tx.run(operatorAnswered, [id, at]);
    const detail = { seq: message.seq };
    await logAct(tx, { ...entryOf(actor, locked), action: 'service.answer', detail }, at);
    return true;
  });
  const [shown] = await withCards(deps, deps.database, { memberId, messages: [message!] });
  return shown!;
}

/** Closes it with a last word, which is a message; a retry does nothing more. @throws as an answer */
export async function closeConversation(
  deps: SupportDeps,
  actor: Actor,
  { id, draft }: { id: number; draft: Draft },
): Promise<void> {
  const answer = { draft, operatorId: actor.operatorId };
  await change(deps, id, async (tx, locked, at) => {
    if ((await storedBefore(tx, id, answer)) !== undefined) return false;
    assertHolder(locked, actor);
    await addMessage(deps, tx, { ...answer, conversation: locked, at });
    await tx.run(operatorAnswered, [id, at]);
    await tx.run(closeStatement, [id, at]);
    await logAct(tx, { ...entryOf(actor, locked), action: 'service.close' }, at);
    return true;
  });
}

/** Marks messages up to `seq` as read by support. */
export async function readForSupport(
  deps: SupportDeps,
  actor: Actor,
  { id, seq }: { id: number; seq: number },
): Promise<void> {
  await change(deps, id, async (tx, locked) => {
    if (locked.operatorId !== actor.operatorId) throw new Refusal('not-claimed');
    return (await tx.maybe(readBySupport, [id, seq])) !== undefined;
  });
}

/** Shows the customer and other operators that the operator writes. */
export async function typeAnswer(deps: SupportDeps, actor: Actor, id: number): Promise<void> {
  const conversation = await heldConversation(deps.database, actor, id);
  publishTypingToCustomer(deps.bus, conversation);
  publishTypingToConsoles(deps.bus, id, actor.login);
}
