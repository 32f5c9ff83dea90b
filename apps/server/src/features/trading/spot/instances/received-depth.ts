/** The depth of books whose engines are in other instances: asked for while somebody here reads it, the newest one kept. */
import type { Depth } from '../../../../kernel/prices/market-tape.ts';
import type { Bus } from '../../../../platform/bus.ts';
import {
  DEPTH,
  DEPTH_WANTED,
  LEVELS_MAX,
  type SentDepth,
  WANTED_EVERY_MS,
  WANTED_FOR_MS,
  type WantedDepth,
} from './depth-topics.ts';
import type { EnginePlaces } from './engine-places.ts';

interface Read {
  levels: number;
  /** When somebody last wanted that many. */
  at: number;
}

export class ReceivedDepth {
  private readonly bus: Bus;
  private readonly places: Pick<EnginePlaces, 'find'>;
  private readonly reads = new Map<number, Read>();
  private readonly received = new Map<number, SentDepth>();
  private readonly ends: (() => void)[] = [];
  private isAnnounceDue = false;

  constructor(bus: Bus, places: Pick<EnginePlaces, 'find'>) {
    this.bus = bus;
    this.places = places;
  }

  open(): void {
    const timer = setInterval(() => this.announce(), WANTED_EVERY_MS);
    this.ends.push(
      () => clearInterval(timer),
      this.bus.subscribe(DEPTH, (message) => this.take(message as SentDepth)),
    );
  }

  close(): void {
    for (const end of this.ends.splice(0)) end();
  }

  /** Undefined until it was received with so many levels, and while no instance has the engine. */
  read(instrumentId: number, levels: number): Depth | undefined {
    if (this.ends.length === 0) return undefined;
    const most = Math.min(levels, LEVELS_MAX);
    this.note(instrumentId, most);
    const received = this.received.get(instrumentId);
    if (received === undefined || received.levels < most) return undefined;
    if (this.places.find(instrumentId) === undefined) return undefined;
    const { bids, asks, version } = received.depth;
    return { bids: bids.slice(0, most), asks: asks.slice(0, most), version };
  }

  private note(instrumentId: number, levels: number): void {
    const now = performance.now();
    const read = this.reads.get(instrumentId);
    if (read !== undefined && read.levels === levels) read.at = now;
    if (read !== undefined && read.levels >= levels && now - read.at < WANTED_FOR_MS) return;
    this.reads.set(instrumentId, { levels, at: now });
    if (this.isAnnounceDue) return;
    this.isAnnounceDue = true;
    // With all that are read in this turn of the event loop.
    setImmediate(() => this.announce());
  }

  private announce(): void {
    this.isAnnounceDue = false;
    const until = performance.now() - WANTED_FOR_MS;
    const wanted: WantedDepth[] = [];
    for (const [instrumentId, { levels, at }] of this.reads) {
      const received = this.received.get(instrumentId);
      const version =
        received !== undefined && received.levels >= levels ? received.depth.version : 0;
      if (at >= until) wanted.push({ instrumentId, levels, version });
      else this.reads.delete(instrumentId);
    }
    if (wanted.length > 0) this.bus.publish(DEPTH_WANTED, wanted);
  }

  /** An engine that was paused may still send an older book. */
  private take(sent: SentDepth): void {
    const known = this.received.get(sent.instrumentId);
    if (known === undefined || sent.depth.version >= known.depth.version) {
      this.received.set(sent.instrumentId, sent);
    }
  }
}
