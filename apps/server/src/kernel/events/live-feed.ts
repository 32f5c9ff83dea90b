/** The private socket of members: their events in order, resumed at the device's cursor. */
import type {
  Broadcasts,
  BroadcastTopic,
  Code,
  Passings,
  PassingTopic,
  ServerMessage,
} from '@tern/protocol';
import type { WebSocket } from 'ws';
import type { Bus } from '../../platform/bus.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Caller } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log.ts';
import { awaitHello, sendJson } from './json-socket.ts';
import type { MemberEventReader } from './member-event-reader.ts';
import {
  type Cursor,
  type MemberEventRow,
  memberEventHorizon,
  memberEventsBetween,
} from './member-events.ts';

interface LiveFeedDeps {
  database: Database;
  bus: Bus;
  log: Log;
  events: MemberEventReader;
  authenticate(token: string): Promise<Caller | Code>;
  /** Those of these sessions that have neither ended nor expired. */
  openSessions(ids: readonly number[]): Promise<ReadonlySet<number>>;
}

/** Bus topic with `{memberId, sessionId, code}`: this session has ended; its devices are informed. */
export const SESSION_ENDED = 'session.ended';

/** Bus topic: an announcement was published. Sent after a commit. */
export const NEWS = 'news';

const BROADCAST = 'broadcast';

/** Sends `data` to the devices of all members, outside the sequence of their events. */
export function publishToAll<T extends BroadcastTopic>(
  bus: Bus,
  topic: T,
  data: Broadcasts[T],
): void {
  bus.publish(BROADCAST, { kind: 'broadcast', topic, data });
}

const PASSING = 'passing';

/** Sends `data` to the devices that a member has connected now, outside the sequence of their events; it is not stored. */
export function publishToMember<T extends PassingTopic>(
  bus: Bus,
  memberId: number,
  { topic, data }: { topic: T; data: Passings[T] },
): void {
  const message = { kind: 'passing', topic, data } as const;
  bus.publish(PASSING, { memberId, message } satisfies Passing);
}

interface Passing {
  memberId: number;
  message: ServerMessage;
}

const CHECK_SESSIONS_MS = 10_000;

const cursorText = (cursor: Cursor) => `${cursor.transaction}.${cursor.seq}`;

function parseCursor(text: unknown): Cursor | undefined {
  const match = typeof text === 'string' ? /^(\d{1,16})\.(\d{1,16})$/.exec(text) : null;
  return match === null ? undefined : { transaction: Number(match[1]), seq: Number(match[2]) };
}

const isAfter = (left: Cursor, right: Cursor) =>
  left.transaction > right.transaction ||
  (left.transaction === right.transaction && left.seq > right.seq);

interface Device extends Caller {
  socket: WebSocket;
  /** What the device knows already, from another instance whose reader was further. */
  knows: Cursor | undefined;
  /** Rows that arrive while missed events are still being sent. */
  queued: MemberEventRow[] | undefined;
}

export interface LiveFeedFeature extends Feature {
  /** Whose devices are connected to this instance. */
  readonly connected: { has(memberId: number): boolean; all(): Iterable<number> };
}

/** Serves `/api/live` (protocol member-feed). */
export function createLiveFeed(deps: LiveFeedDeps): LiveFeedFeature {
  const feed = new LiveFeed(deps);
  return {
    slug: 'live',
    sockets: [{ path: '/api/live', accept: (socket) => feed.accept(socket) }],
    jobs: [
      {
        name: 'live.check-sessions',
        everyMs: CHECK_SESSIONS_MS,
        runs: 'everywhere',
        run: () => feed.checkSessions(),
      },
    ],
    connected: feed.connected,
    start: () => feed.start(),
    stop: () => feed.stop(),
  };
}

class LiveFeed {
  private readonly deps: LiveFeedDeps;
  private readonly devices = new Map<number, Set<Device>>();
  private readonly endings: (() => void)[] = [];

  constructor(deps: LiveFeedDeps) {
    this.deps = deps;
  }

  async start(): Promise<void> {
    const { bus } = this.deps;
    this.endings.push(
      bus.subscribe(SESSION_ENDED, (message) => this.endSession(message as SessionEnded)),
      bus.subscribe(NEWS, () => this.sendToAll({ kind: 'news' })),
      bus.subscribe(BROADCAST, (message) => this.sendToAll(message as ServerMessage)),
      bus.subscribe(PASSING, (passing) => this.pass(passing as Passing)),
    );
  }

  async stop(): Promise<void> {
    for (const end of this.endings) end();
  }

  accept(socket: WebSocket): void {
    awaitHello(socket, {
      isHello: (message) => 'token' in message,
      greet: (hello) => this.greet(socket, hello),
      onFailure: (err) => this.deps.log.warn({ err }, 'live feed greeting failed'),
    });
  }

  private async greet(socket: WebSocket, hello: { token?: unknown; after?: unknown }) {
    const token = typeof hello.token === 'string' ? hello.token : '';
    const caller = await this.deps.authenticate(token);
    // Gone meanwhile: nothing would tell us again.
    if (socket.readyState !== socket.OPEN) return;
    if (typeof caller === 'number') {
      sendJson(socket, { kind: 'refused', code: caller });
      socket.close(1008, 'refused');
      return;
    }
    const isNew = hello.after === undefined;
    const queued = isNew ? undefined : [];
    const device: Device = { ...caller, socket, queued, knows: undefined };
    const upTo = this.deps.events.cursor();
    this.keep(device);
    if (isNew) sendJson(socket, { kind: 'welcome', cursor: cursorText(upTo) });
    else await this.resume(device, { after: parseCursor(hello.after), upTo });
  }

  private keep(device: Device): void {
    const { memberId, socket } = device;
    const ofMember = this.devices.get(memberId) ?? new Set();
    this.devices.set(memberId, ofMember.add(device));
    const unsubscribe = this.deps.events.subscribe(memberId, (row) => sendRow(device, row));
    socket.on('close', () => {
      unsubscribe();
      ofMember.delete(device);
      if (ofMember.size === 0 && this.devices.get(memberId) === ofMember) {
        this.devices.delete(memberId);
      }
    });
  }

  /** Sends the missed events, then those that arrived meanwhile. */
  private async resume(device: Device, range: { after: Cursor | undefined; upTo: Cursor }) {
    const { after, upTo } = range;
    const missed = after && (await this.missedBy(device, { after, upTo }));
    if (after === undefined || missed === undefined) {
      sendJson(device.socket, { kind: 'restart', cursor: cursorText(upTo) });
    } else {
      // A device from another instance, whose reader is further than ours, knows some of what is still to be read here.
      if (isAfter(after, upTo)) device.knows = after;
      sendJson(device.socket, { kind: 'welcome', cursor: cursorText(after) });
      for (const row of missed) sendEvents(device, row);
    }
    const queued = device.queued ?? [];
    device.queued = undefined;
    for (const row of queued) sendRow(device, row);
  }

  /** Undefined without a cursor in the stored range: the device's state is unknown, and it has to reload. */
  private missedBy({ memberId }: Device, { after, upTo }: { after: Cursor; upTo: Cursor }) {
    // In one snapshot: what is pruned between two questions would be missed silently.
    return this.deps.database.snapshot(async (reader) => {
      const { oldest, newest } = await memberEventHorizon(reader);
      if (isAfter(oldest, after) || after.transaction > newest) return undefined;
      return isAfter(after, upTo) ? [] : memberEventsBetween(reader, memberId, { after, upTo });
    });
  }

  readonly connected = {
    has: (memberId: number) => this.devices.has(memberId),
    all: () => this.devices.keys(),
  };

  /** The bus may lose the end of a session, and the device would go on receiving. */
  async checkSessions(): Promise<void> {
    const devices = [...this.devices.values()].flatMap((ofMember) => [...ofMember]);
    if (devices.length === 0) return;
    const open = await this.deps.openSessions(devices.map(({ sessionId }) => sessionId));
    for (const device of devices) {
      if (!open.has(device.sessionId)) this.endSession({ ...device, code: 4016 });
    }
  }

  private pass({ memberId, message }: Passing): void {
    for (const { socket } of this.devices.get(memberId) ?? []) sendJson(socket, message);
  }

  private sendToAll(message: ServerMessage): void {
    for (const ofMember of this.devices.values()) {
      for (const { socket } of ofMember) sendJson(socket, message);
    }
  }

  private endSession({ memberId, sessionId, code }: SessionEnded): void {
    for (const device of this.devices.get(memberId) ?? []) {
      if (device.sessionId !== sessionId) continue;
      refuse(device.socket, code);
    }
  }
}

interface SessionEnded extends Caller {
  code: Code;
}

function refuse(socket: WebSocket, code: Code): void {
  sendJson(socket, { kind: 'refused', code });
  socket.close(1008, 'session ended');
}

function sendRow(device: Device, row: MemberEventRow): void {
  if (device.knows !== undefined && !isAfter(row, device.knows)) return;
  if (device.queued === undefined) sendEvents(device, row);
  else device.queued.push(row);
}

/** A device that loses the connection in the middle of a row gets the whole row again. */
function sendEvents({ socket, memberId }: Device, row: MemberEventRow): void {
  const { transaction, seq } = row;
  const events = row.events.filter((event) => event.memberId === memberId);
  events.forEach(({ topic, data }, index) => {
    const isLast = index === events.length - 1;
    const cursor = cursorText({ transaction, seq: isLast ? seq : seq - 1 });
    sendJson(socket, { kind: 'event', cursor, at: isoTime(row.createdAt), topic, data });
  });
}
