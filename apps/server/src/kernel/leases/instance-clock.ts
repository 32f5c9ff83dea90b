/** The clock of this instance beside the clock of the database: judged at each heartbeat, and steady between two (ADR 57). */
import type { Clock } from '../../platform/clock.ts';

/** With a clock further from the database's, orders and prices would have times that others refuse. */
const CLOCK_MS_MAX = 1_000;

export class InstanceClock implements Clock {
  private readonly clock: Clock;
  private readonly uptime: () => number;
  /** How far it is ahead of the database's. Units: milliseconds. */
  offset = 0;
  /** It is certainly too far away. */
  isWrong = false;
  /** What both clocks of this machine said when this one was last found right. */
  private right: { readonly at: number; readonly uptime: number } | undefined;

  /** `uptime`: monotonic, so that nobody sets it. Units: milliseconds. */
  constructor(clock: Clock, uptime: () => number) {
    this.clock = clock;
    this.uptime = uptime;
  }

  /**
   * Called with the answer of a heartbeat that was sent at `sentAt` of the uptime. The database read its clock, in epoch ms, at
   * some moment of the journey, so what the journey can explain is no difference.
   */
  judge(databaseTime: number, sentAt: number): void {
    const now = { at: this.clock.now(), uptime: this.uptime() };
    const halfJourney = (now.uptime - sentAt) / 2;
    this.offset = now.at - halfJourney - databaseTime;
    this.isWrong = Math.abs(this.offset) - halfJourney > CLOCK_MS_MAX;
    if (!this.isWrong) this.right = now;
  }

  /** Epoch ms, without what the machine's clock was set by since it was last found right. */
  now(): number {
    const { right } = this;
    return right === undefined
      ? this.clock.now()
      : right.at + Math.round(this.uptime() - right.uptime);
  }

  /** Why this instance cannot serve; undefined: its clock is right. */
  obstacle(): string | undefined {
    if (!this.isWrong) return undefined;
    const seconds = Math.round(Math.abs(this.offset) / 100) / 10;
    const side = this.offset > 0 ? 'ahead of' : 'behind';
    return `the clock is ${seconds} seconds ${side} the clock of the database`;
  }
}
