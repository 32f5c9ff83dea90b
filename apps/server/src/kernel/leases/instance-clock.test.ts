import { beforeEach, describe, expect, it } from 'vitest';
import { InstanceClock } from './instance-clock.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');

/** The clock of the machine; `uptime` is the one that nobody sets. */
let machine: { at: number; uptime: number };
let clock: InstanceClock;

beforeEach(() => {
  machine = { at: NOON, uptime: 70 };
  clock = new InstanceClock({ now: () => machine.at }, () => machine.uptime);
});

const pass = (ms: number) => {
  machine.at += ms;
  machine.uptime += ms;
};
/** A heartbeat whose answer says the time of the database at the middle of the journey. */
function beat({ ahead = 0, journeyMs = 0 }: { ahead?: number; journeyMs?: number }): void {
  const [sentAt, databaseTime] = [machine.uptime, machine.at - ahead + journeyMs / 2];
  pass(journeyMs);
  clock.judge(databaseTime, sentAt);
}

describe('a clock beside the one of the database', () => {
  it.each([1_000, -1_000])('is right %i ms ahead', (ahead) => {
    beat({ ahead, journeyMs: 4 });
    expect([clock.isWrong, clock.offset, clock.obstacle()]).toEqual([false, ahead, undefined]);
  });

  it.each([
    [1_003, 'the clock is 1 seconds ahead of the clock of the database'],
    [-1_003, 'the clock is 1 seconds behind the clock of the database'],
    [5_240, 'the clock is 5.2 seconds ahead of the clock of the database'],
  ])('is wrong %i ms ahead, and says so', (ahead, obstacle) => {
    beat({ ahead, journeyMs: 4 });
    expect([clock.isWrong, clock.obstacle()]).toEqual([true, obstacle]);
  });

  it('is not wrong because of what the journey of the answer explains', () => {
    beat({ ahead: 1_200, journeyMs: 400 });
    expect(clock.isWrong).toBe(false);
    beat({ ahead: 1_201, journeyMs: 400 });
    expect(clock.isWrong).toBe(true);
  });

  it('is wrong as soon as it is set during a heartbeat', () => {
    const [sentAt, databaseTime] = [machine.uptime, machine.at];
    pass(4);
    machine.at += 3_600_000;
    clock.judge(databaseTime, sentAt);
    expect(clock.isWrong).toBe(true);
  });

  it('is right again at the next heartbeat after it was corrected', () => {
    beat({ ahead: 5_000 });
    beat({ ahead: 0 });
    expect([clock.isWrong, clock.obstacle()]).toEqual([false, undefined]);
  });
});

describe('the time that an instance writes', () => {
  it('is that of its clock', () => {
    expect(clock.now()).toBe(NOON);
    beat({ ahead: 300 });
    pass(400);
    expect(clock.now()).toBe(NOON + 400);
  });

  it.each([3_600_000, -3_600_000])('does not follow when the clock is set %i ms ahead', (by) => {
    beat({});
    machine.at += by;
    pass(400);
    expect(clock.now()).toBe(NOON + 400);
    beat({ ahead: by });
    expect([clock.isWrong, clock.now()]).toEqual([true, NOON + 400]);
  });

  it('follows a clock that is set to the right time', () => {
    beat({});
    machine.at += 700;
    expect(clock.now()).toBe(NOON);
    beat({ ahead: 700 });
    expect(clock.now()).toBe(NOON + 700);
  });
});
