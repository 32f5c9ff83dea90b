/** The bus between parts of the server: in process by default; a network bus can implement the same interface. */

export interface Bus {
  publish(topic: string, message: unknown): void;
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, receive: (message: unknown) => void): () => void;
}

/** Delivers synchronously to the subscribers of this process. */
export function createLocalBus(onError: (error: unknown) => void): Bus {
  const receivers = new Map<string, Set<(message: unknown) => void>>();
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
  };
}
