/**
 * Which instance has which engine: each one announces its own over the bus, each second and when they change. A hint for the way
 * of an order; only the epoch in the writing transaction decides who may write.
 */
import type { Bus } from '../../../../platform/bus.ts';
import { SECOND_MS } from '../../../../platform/durations.ts';

const ENGINES_HELD = 'spot.engines-held';
/** An instance that has just joined asks the others to announce. */
const ENGINES_ASKED = 'spot.engines-asked';

const ANNOUNCE_MS = SECOND_MS;
/** Two announcements in a row may be lost. An instance that is paused is soon no address any more. */
const KNOWN_FOR_MS = 2.5 * SECOND_MS;

interface Announcement {
  readonly instance: string;
  /** Instrument and epoch. */
  readonly engines: readonly (readonly [instrumentId: number, epoch: number])[];
}

interface Place {
  readonly instance: string;
  readonly epoch: number;
  readonly until: number;
}

export interface EnginePlacesDeps {
  readonly bus: Bus;
  /** The name of this instance on the bus. */
  readonly instance: string;
  /** The engines that this instance holds. */
  held(): Announcement['engines'];
}

export class EnginePlaces {
  private readonly deps: EnginePlacesDeps;
  private readonly places = new Map<number, Place>();
  private readonly waiting = new Set<() => void>();
  private readonly ends: (() => void)[] = [];

  constructor(deps: EnginePlacesDeps) {
    this.deps = deps;
  }

  open(): void {
    const { bus } = this.deps;
    const timer = setInterval(() => this.announce(), ANNOUNCE_MS);
    this.ends.push(
      () => clearInterval(timer),
      bus.subscribe(ENGINES_HELD, (message) => this.learn(message as Announcement)),
      bus.subscribe(ENGINES_ASKED, () => this.announce()),
    );
    bus.publish(ENGINES_ASKED, null);
  }

  close(): void {
    for (const end of this.ends.splice(0)) end();
    this.wakeWaiting();
  }

  /** Called when an engine of this instance has begun or ended. */
  announce(): void {
    const { bus, instance, held } = this.deps;
    if (this.ends.length > 0) bus.publish(ENGINES_HELD, { instance, engines: held() });
    this.wakeWaiting();
  }

  /** The other instance that has the engine; undefined while that is unknown. */
  find(instrumentId: number): string | undefined {
    const place = this.places.get(instrumentId);
    return place !== undefined && place.until > performance.now() ? place.instance : undefined;
  }

  /** Resolves when something is announced or `ms` have passed. */
  changed(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.waiting.add(end);
    });
  }

  private learn({ instance, engines }: Announcement): void {
    if (instance === this.deps.instance) return;
    const until = performance.now() + KNOWN_FOR_MS;
    const named = new Set(engines.map(([instrumentId]) => instrumentId));
    for (const [instrumentId, place] of this.places) {
      if (place.instance === instance && !named.has(instrumentId)) this.places.delete(instrumentId);
    }
    for (const [instrumentId, epoch] of engines) {
      // An instance that was paused still believes that it has its engines.
      if (epoch < (this.places.get(instrumentId)?.epoch ?? 0)) continue;
      this.places.set(instrumentId, { instance, epoch, until });
    }
    this.wakeWaiting();
  }

  private wakeWaiting(): void {
    for (const wake of this.waiting) wake();
  }
}
