/**
 * The bus between parts of the server: in process by default, a network between instances. It wakes and informs; it may lose
 * any message, so whoever needs every message reads the database.
 */

export interface Bus {
  /** Delivers to the subscribers of this instance before it returns; to those of other instances later, or never. */
  publish(topic: string, message: unknown): void;
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, receive: (message: unknown) => void): () => void;
  /**
   * Asks whoever answers this topic, in this instance or another one. Messages and answers are plain JSON.
   * @throws `NoAnswer`; nobody answered in time, and whether the work was done is unknown unless `wasRefused`
   */
  request(topic: string, message: unknown, limit: { withinMs: number }): Promise<unknown>;
  /** Answers requests of the topic. Returns the function that ends it. */
  answer(topic: string, answer: (message: unknown) => Promise<unknown>): () => void;
  /** Whether other instances can be reached; absent: there are none. */
  isConnected?(): boolean;
}

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Nobody received the request, so nothing was done. */
  readonly wasRefused: boolean;

  constructor(topic: string, wasRefused: boolean, options?: ErrorOptions) {
    super(`no answer to ${topic}`, options);
    this.wasRefused = wasRefused;
  }
}

/** Within this process: messages are delivered synchronously, requests are answered by this instance alone. */
export function createLocalBus(onError: (error: unknown) => void): Bus {
  const receivers = new Map<string, Set<(message: unknown) => void>>();
  const answers = new Map<string, (message: unknown) => Promise<unknown>>();
  return {
    publish(topic, message) {
      for (const receive of receivers.get(topic) ?? []) {
        try {
          receive(message);
        } catch (error) {
          onError(error);
        }
      }
    },
    subscribe(topic, receive) {
      const set = receivers.get(topic) ?? new Set();
      receivers.set(topic, set.add(receive));
      return () => set.delete(receive);
    },
    request(topic, message) {
      const answer = answers.get(topic);
      return answer === undefined ? Promise.reject(new NoAnswer(topic, true)) : answer(message);
    },
    answer(topic, answer) {
      answers.set(topic, answer);
      return () => {
        if (answers.get(topic) === answer) answers.delete(topic);
      };
    },
  };
}
