/** Messages in order: each once, and where the first gap is. Pure. */

interface Sequenced {
  readonly seq: number;
}

/** Both lists as one, in order, each message once. */
export function mergeMessages<M extends Sequenced>(known: readonly M[], more: readonly M[]): M[] {
  const bySeq = new Map([...known, ...more].map((message) => [message.seq, message]));
  return [...bySeq.values()].toSorted((one, other) => one.seq - other.seq);
}

/** The last message before the first gap: newer ones are read again, so that none is missed. 0 without messages. */
export function lastWithoutGap(messages: readonly Sequenced[]): number {
  let last = messages[0]?.seq ?? 0;
  for (const { seq } of messages.slice(1)) {
    if (seq !== last + 1) break;
    last = seq;
  }
  return last;
}
