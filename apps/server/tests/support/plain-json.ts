/** A bus that refuses what cannot cross to another instance as it is: anything but plain JSON. */
import type { Bus } from '../../src/platform/bus.ts';

/** Where a value is not plain JSON; undefined when it is. A field that is undefined crosses as an absent one. */
function notPlain(value: unknown, place = 'message'): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${place} is ${value}`;
  if (Array.isArray(value))
    return firstOf(value.map((each, at) => notPlain(each, `${place}[${at}]`)));
  if (typeof value !== 'object') return `${place} is of type ${typeof value}`;
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    return `${place} is a ${value.constructor?.name}`;
  }
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return firstOf(fields.map(([name, field]) => notPlain(field, `${place}.${name}`)));
}

const firstOf = (faults: readonly (string | undefined)[]) =>
  faults.find((fault) => fault !== undefined);

/** @throws Error on a message that is not plain JSON */
export function expectPlain(topic: string, message: unknown): void {
  const fault = notPlain(message);
  if (fault !== undefined) throw new Error(`a message of ${topic} is not plain JSON: ${fault}`);
}

/** The bus, with every message and answer checked. */
export function withPlainMessages(bus: Bus): Bus {
  return {
    ...bus,
    publish(topic, message) {
      expectPlain(topic, message);
      bus.publish(topic, message);
    },
    request(topic, message, limit) {
      expectPlain(topic, message);
      return bus.request(topic, message, limit);
    },
    answer: (topic, answer) =>
      bus.answer(topic, async (message) => {
        const answered = await answer(message);
        expectPlain(topic, answered ?? null);
        return answered;
      }),
  };
}
