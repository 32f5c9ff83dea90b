/** A member's device that keeps its private socket open as the app does: it connects again and goes on after its last event. */
import { type Device, type LiveEvent, openDevice } from './live-client.ts';
import { passTime, until } from './pass-time.ts';

/** As the app: within a second after 1012, as another instance serves already; later after any other loss. */
const MOVE_WITHIN_MS = 1_000;
const RECONNECT_MS = 2_000;
const SERVICE_RESTART = 1012;

export interface MovingDevice {
  /** In the order in which they arrived, over all connections. */
  events(): readonly LiveEvent[];
  /** How each connection before this one ended. */
  readonly closes: readonly number[];
  /** How long it was without a connection each time. Units: milliseconds. */
  readonly gaps: readonly number[];
  /** Whether it was ever told to load everything again. */
  restarts(): number;
  isOpen(): boolean;
  close(): Promise<void>;
}

export async function openMovingDevice(url: string, token: string): Promise<MovingDevice> {
  const events: LiveEvent[] = [];
  const closes: number[] = [];
  const gaps: number[] = [];
  let restarts = 0;
  let cursor: string | undefined;
  let isOver = false;
  let device: Device | undefined;
  const connect = async () => {
    const greeting = cursor === undefined ? { token } : { token, after: cursor };
    const opened = await openDevice(url, greeting);
    opened.socket.on('message', () => {
      const message = opened.received.at(-1)!;
      if (message.kind === 'event') events.push(message);
      if (message.kind === 'restart') restarts += 1;
      if ('cursor' in message) cursor = message.cursor;
    });
    await opened.until(({ received }) => received.length > 0 || opened.closed() !== undefined);
    device = opened;
    return opened;
  };
  const keep = async (first: Device) => {
    let current: Device | undefined = first;
    while (!isOver) {
      const lost = () => isOver || current === undefined || current.closed() !== undefined;
      await until('the end of the connection', lost, { everyMs: 5, withinMs: 3_600_000 });
      if (isOver) return;
      const code = current?.closed();
      if (code !== undefined) closes.push(code);
      const lostAt = performance.now();
      const pauseMs = code === SERVICE_RESTART ? Math.random() * MOVE_WITHIN_MS : RECONNECT_MS;
      await passTime(pauseMs, 'the app connects again so much later');
      current = await connect().catch(() => undefined);
      if (current !== undefined) gaps.push(performance.now() - lostAt);
    }
  };
  const keeping = keep(await connect());
  return {
    events: () => events,
    closes,
    gaps,
    restarts: () => restarts,
    isOpen: () => device !== undefined && device.closed() === undefined,
    async close() {
      isOver = true;
      await keeping;
      device?.socket.terminate();
    },
  };
}
