/** Sends the depth of this instance's books to the instances that show them: those that have changed, ten times a second at most. */
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import type { Bus } from '../../../../platform/bus.ts';
import { depthOf, versionOf } from '../depth.ts';
import type { MatchingEngine } from '../engine/engine.ts';
import {
  DEPTH,
  DEPTH_WANTED,
  LEVELS_MAX,
  type SentDepth,
  WANTED_FOR_MS,
  type WantedDepth,
} from './depth-topics.ts';

const SEND_EVERY_MS = 100;

interface Wanted {
  levels: number;
  /** When somebody last wanted that many. */
  at: number;
  until: number;
  /** Of the last one sent; 0 when an instance has not got it. */
  version: number;
}

interface SendDeps {
  readonly bus: Bus;
  readonly instruments: InstrumentRegistry;
  held(instrumentId: number): MatchingEngine | undefined;
}

/** Returns the function that ends it. */
export function sendDepth({ bus, instruments, held }: SendDeps): () => void {
  const wanted = new Map<number, Wanted>();
  const learn = ({ instrumentId, levels, version }: WantedDepth) => {
    const now = performance.now();
    const known = wanted.get(instrumentId);
    const most = Math.min(levels, LEVELS_MAX);
    const isServed = known !== undefined && known.levels >= most && known.version <= version;
    const until = now + WANTED_FOR_MS;
    // As deep as the deepest reader of the last seconds needs.
    const deepest =
      known !== undefined && known.levels > most && now - known.at < WANTED_FOR_MS
        ? { levels: known.levels, at: known.at }
        : { levels: most, at: now };
    wanted.set(instrumentId, { ...deepest, until, version: isServed ? known.version : 0 });
  };
  const send = (instrumentId: number, each: Wanted) => {
    const engine = held(instrumentId);
    const instrument = instruments.findById(instrumentId);
    if (engine === undefined || instrument === undefined) return;
    const version = versionOf(engine);
    if (each.version === version) return;
    each.version = version;
    const { levels } = each;
    const depth = depthOf(instrument, engine, levels);
    bus.publish(DEPTH, { instrumentId, levels, depth } satisfies SentDepth);
  };
  const timer = setInterval(() => {
    for (const [instrumentId, each] of wanted) {
      if (each.until < performance.now()) wanted.delete(instrumentId);
      else send(instrumentId, each);
    }
  }, SEND_EVERY_MS);
  const end = bus.subscribe(DEPTH_WANTED, (message) => {
    for (const each of message as readonly WantedDepth[]) learn(each);
  });
  return () => {
    clearInterval(timer);
    end();
  };
}
