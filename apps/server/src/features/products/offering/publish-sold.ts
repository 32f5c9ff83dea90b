/** Publishes what was sold of offerings to all members, at most four times a second from each instance that sells. */
import type { OfferingSold } from '@tern/protocol';
import { formatDecimal } from '@tern/money';
import { publishToAll } from '../../../kernel/events/live-feed.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { soldOf } from './store.ts';

const PAUSE_MS = 250;

interface SoldDeps {
  database: Database;
  bus: Bus;
  log: Log;
}

export class SoldPublisher {
  readonly #deps: SoldDeps;
  readonly #changed = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: SoldDeps) {
    this.#deps = deps;
  }

  /** Called in the instance that sold, after the commit. */
  note(offeringId: number): void {
    this.#changed.add(offeringId);
    this.#timer ??= setTimeout(() => void this.#publish(), PAUSE_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #publish(): Promise<void> {
    const { database, bus, log } = this.#deps;
    const ids = [...this.#changed];
    this.#changed.clear();
    this.#timer = undefined;
    try {
      const rows = await database.many(soldOf, [ids]);
      const data: OfferingSold = rows.map(({ id, sold }) => ({
        ID: id,
        sold: formatDecimal(sold),
      }));
      publishToAll(bus, 'offering.sold', data);
    } catch (error) {
      // The next subscription publishes a later figure.
      log.warn({ err: error }, 'what was sold could not be published');
    }
  }
}
