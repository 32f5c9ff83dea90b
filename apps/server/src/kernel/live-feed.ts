/** The private socket of members: what happened to them, in order, resumed where the device left off. */
import type { Code, ServerMessage } from '@tern/protocol';
import type { WebSocket } from 'ws';
import type { Bus } from '../platform/bus.ts';
import { isoTime } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Feature } from '../platform/feature.ts';
import type { Caller } from '../platform/http/route.ts';
import type { Log } from '../platform/log.ts';
import {
  type Cursor,
  MEMBER_EVENTS_WAKE,
  type MemberEventRow,
  memberEventHorizon,
  memberEventsAfter,
  memberEventsBetween,
} from './member-events.ts';

interface LiveFeedDeps {
  database: Database;
  bus: Bus;
  log: Log;
  authenticate(token: string): Promise<Caller | Code>;
}

/** Bus topic with `{memberId, sessionId, code}`: that session is over, tell its devices. */
export const SESSION_ENDED = 'session.ended';

const HELLO_WITHIN_MS = 10_000;
const SWEEP_MS = 1_000;
const ROWS_PER_READ = 500;
/** A device that does not read is cut; it resumes by its cursor. */
const BUFFERED_BYTES_MAX = 1_000_000;

const cursorText = (cursor: Cursor) => `${cursor.transaction}.${cursor.seq}`;

function parseCursor(text: unknown): Cursor | undefined {
  const match = typeof text === 'string' ? /^(\d{1,15})\.(\d{1,15})$/.exec(text) : null;
  return match === null ? undefined : { transaction: Number(match[1]), seq: Number(match[2]) };
}

const isAfter = (left: Cursor, right: Cursor) =>
  left.transaction > right.transaction ||
  (left.transaction === right.transaction && left.seq > right.seq);

interface Device extends Caller {
  socket: WebSocket;
}

/** Serves `/api/live` (protocol member-feed). One reader serves all devices of this process. */
export function createLiveFeed(deps: LiveFeedDeps): Feature {
  const devices = new Map<number, Set<Device>>();
  let cursor: Cursor = { transaction: 0, seq: 0 };
  let reading: Promise<void> | undefined;
  let wanted = false;
  let sweep: NodeJS.Timeout | undefined;
  const endings: (() => void)[] = [];

  function send(socket: WebSocket, message: ServerMessage) {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > BUFFERED_BYTES_MAX) socket.close(1013, 'too slow');
    else socket.send(JSON.stringify(message));
  }

  function sendRow(socket: WebSocket, memberId: number, row: MemberEventRow) {
    for (const event of row.events) {
      if (event.memberId !== memberId) continue;
      const { topic, data } = event;
      send(socket, {
        kind: 'event',
        cursor: cursorText(row),
        at: isoTime(row.createdAt),
        topic,
        data,
      });
    }
  }

  async function readOnce() {
    for (;;) {
      const rows = await memberEventsAfter(deps.database, cursor, ROWS_PER_READ);
      for (const row of rows) {
        for (const event of new Set(row.events.map((each) => each.memberId))) {
          for (const device of devices.get(event) ?? []) sendRow(device.socket, event, row);
        }
        cursor = { transaction: row.transaction, seq: row.seq };
      }
      if (rows.length < ROWS_PER_READ) return;
    }
  }

  function read(): Promise<void> {
    wanted = true;
    reading ??= (async () => {
      while (wanted) {
        wanted = false;
        await readOnce().catch((error: unknown) =>
          deps.log.warn({ error }, 'live feed read failed'),
        );
      }
      reading = undefined;
    })();
    return reading;
  }

  async function greet(socket: WebSocket, hello: { token?: unknown; after?: unknown }) {
    const caller = typeof hello.token === 'string' ? await deps.authenticate(hello.token) : 4015;
    if (typeof caller === 'number') {
      send(socket, { kind: 'refused', code: caller });
      socket.close(1008, 'refused');
      return;
    }
    const device: Device = { ...caller, socket };
    const after = parseCursor(hello.after);
    const upTo = cursor;
    const ofMember = devices.get(caller.memberId) ?? new Set();
    devices.set(caller.memberId, ofMember.add(device));
    socket.on('close', () => {
      ofMember.delete(device);
      if (ofMember.size === 0 && devices.get(caller.memberId) === ofMember)
        devices.delete(caller.memberId);
    });
    if (after === undefined) send(socket, { kind: 'welcome', cursor: cursorText(upTo) });
    else await resume(device, { after, upTo });
  }

  async function resume(device: Device, range: { after: Cursor; upTo: Cursor }) {
    const { oldest } = await memberEventHorizon(deps.database);
    const isGap = oldest === 0 || range.after.transaction < oldest;
    if (isGap && isAfter(range.upTo, range.after)) {
      send(device.socket, { kind: 'restart', cursor: cursorText(range.upTo) });
      return;
    }
    const missed = await memberEventsBetween(deps.database, device.memberId, range);
    send(device.socket, { kind: 'welcome', cursor: cursorText(range.after) });
    for (const row of missed) sendRow(device.socket, device.memberId, row);
  }

  function accept(socket: WebSocket) {
    let isGreeted = false;
    const timer = setTimeout(() => socket.close(1008, 'no hello'), HELLO_WITHIN_MS);
    socket.on('close', () => clearTimeout(timer));
    socket.on('error', () => socket.terminate());
    socket.on('message', (data, isBinary) => {
      const message = isBinary ? undefined : parseObject(String(data));
      if (message === undefined) socket.close(1008, 'not a message');
      else if ('ping' in message) send(socket, { kind: 'pong' });
      else if (!isGreeted && 'token' in message) {
        isGreeted = true;
        clearTimeout(timer);
        greet(socket, message).catch((error: unknown) => {
          deps.log.warn({ error }, 'live feed greeting failed');
          socket.close(1011, 'try again');
        });
      }
    });
  }

  function endSession(message: unknown) {
    const { memberId, sessionId, code } = message as Caller & { code: number };
    for (const device of devices.get(memberId) ?? []) {
      if (device.sessionId !== sessionId) continue;
      send(device.socket, { kind: 'refused', code });
      device.socket.close(1008, 'session ended');
    }
  }

  return {
    slug: 'live',
    sockets: [{ path: '/api/live', accept }],
    async start() {
      cursor = {
        transaction: (await memberEventHorizon(deps.database)).newest,
        seq: Number.MAX_SAFE_INTEGER,
      };
      endings.push(deps.bus.subscribe(MEMBER_EVENTS_WAKE, () => void read()));
      endings.push(deps.bus.subscribe(SESSION_ENDED, endSession));
      sweep = setInterval(() => void read(), SWEEP_MS);
    },
    async stop() {
      clearInterval(sweep);
      for (const end of endings) end();
      await reading;
    },
  };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
