/**
 * One transaction for all desks that have work at the same time, and the next one worked out and sent while it is under
 * way (ADR 0014). Desks in transactions of their own would wait for each other anyway: every trade books its fee on the same rows.
 */
import type { Database, Lane } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { MemberCommand } from '../order.ts';
import { BalancesAhead } from './balances-ahead.ts';
import { Fenced, type SharedReads } from './batch.ts';
import { StaleBalances } from './batch-plan.ts';
import {
  type Flight,
  type FlightDesk,
  land,
  type Load,
  planFlights,
  plannedOf,
  type Round,
} from './flight.ts';
import { readFresh } from './fresh-reads.ts';
import { RecentAnswers } from './recent-answers.ts';
import { Repair } from './repair.ts';
import { writeRound } from './write-round.ts';

/** Commands in one transaction at most. */
const COMMANDS_MAX = 500;
/** Transactions under way at most: one that the database works on, one that waits for it. */
const ROUNDS_MAX = 2;
/** Behind another round the next one leaves once it has this share of that one's commands: small rounds cost as much as large ones. */
const WORTH_LEAVING = 0.5;

export class SharedCommits {
  private readonly database: Database;
  private readonly lane: Lane;
  private readonly repair: Repair;
  private readonly reads: SharedReads = {
    balances: new BalancesAhead(),
    answers: new RecentAnswers(),
    isFresh: false,
    frozen: new Set(),
    finished: new Map(),
  };
  private readonly working = new Set<FlightDesk>();
  private isScheduled = false;
  /** Oldest first. */
  private readonly underWay: Round[] = [];
  /** Nothing leaves while something is read anew or put right. */
  private holds = 0;
  /** The last round's landing. */
  private landings: Promise<void> = Promise.resolve();
  private readings: Promise<void> = Promise.resolve();

  constructor({ database, log }: { database: Database; log: Log }) {
    this.database = database;
    this.lane = database.lane();
    this.repair = new Repair({ database, lane: this.lane, log, reads: this.reads });
  }

  /** A desk has something to do. */
  wake(desk: FlightDesk): void {
    this.working.add(desk);
    this.schedule();
  }

  /** Waits for what is under way. Close the desks first. */
  async close(): Promise<void> {
    do await Promise.all([this.landings, this.readings]);
    while (this.underWay.length > 0 || this.holds > 0);
    await this.lane.close();
  }

  private schedule(): void {
    if (this.isScheduled || this.holds > 0 || this.working.size === 0) return;
    this.isScheduled = true;
    // Everything that arrives in this turn of the event loop joins.
    setImmediate(() => {
      this.isScheduled = false;
      if (this.holds === 0) this.leave();
    });
  }

  private leave(): void {
    const ready = this.readyDesks();
    const waiting = ready.reduce((sum, desk) => sum + Math.max(1, desk.queued), 0);
    if (waiting === 0 || !this.isWorthLeaving(waiting)) return;
    const loads: Load[] = [];
    let room = COMMANDS_MAX;
    for (const desk of ready) {
      if (room === 0) break;
      const taken = desk.take(room);
      room -= taken.length;
      loads.push({ desk, taken });
    }
    this.depart(loads);
  }

  private readyDesks(): FlightDesk[] {
    const ready: FlightDesk[] = [];
    for (const desk of this.working) {
      if (!desk.hasWork) this.working.delete(desk);
      else if (desk.hasToWait) continue;
      else if (desk.queued === 0 && desk.requoteQuietly()) this.working.delete(desk);
      else ready.push(desk);
    }
    return ready;
  }

  private isWorthLeaving(waiting: number): boolean {
    const ahead = this.underWay.at(-1);
    if (ahead === undefined) return true;
    return this.underWay.length < ROUNDS_MAX && waiting >= ahead.commands * WORTH_LEAVING;
  }

  private depart(loads: readonly Load[]): void {
    if (!this.knowsEnough(loads)) {
      this.departFresh(loads);
      return;
    }
    try {
      this.send(planFlights(loads, this.reads));
    } catch (error) {
      if (error instanceof StaleBalances) this.departFresh(loads);
      else for (const { desk, taken } of loads) desk.refuse(taken, error);
    }
  }

  /** Whether the batches can be worked out from memory alone. */
  private knowsEnough(loads: readonly Load[]): boolean {
    const { balances, answers } = this.reads;
    const isKnown = ({ kind, memberId, key }: MemberCommand) =>
      (kind === 'cancel' || balances.knows(memberId)) && !(key && answers.isFinished(key));
    return loads.every(({ desk, taken }) => {
      return desk.hasIdsFor(taken.length) && taken.every(({ command }) => isKnown(command));
    });
  }

  /** Once nothing is under way any more, reads what is missing and then goes on. */
  private departFresh(loads: readonly Load[]): void {
    this.holds += 1;
    const read = async () => {
      await this.landings;
      try {
        const reads = await readFresh(this.database, loads, this.reads);
        this.send(planFlights(loads, reads));
      } catch (error) {
        for (const { desk, taken } of loads) desk.refuse(taken, error);
      }
    };
    this.readings = read().finally(() => {
      this.holds -= 1;
      this.schedule();
    });
  }

  private send(flights: Flight[]): void {
    const planned = plannedOf(flights);
    const round: Round = {
      flights,
      commands: flights.reduce((sum, { taken }) => sum + taken.length, 0),
      failure: this.lane
        .transaction((tx) => writeRound(tx, planned))
        .then(
          () => undefined,
          (error: unknown) => ({ error }),
        ),
    };
    this.underWay.push(round);
    this.landings = this.landings.then(() => this.land(round));
    this.schedule();
  }

  private async land(round: Round): Promise<void> {
    const failure = await round.failure;
    // Put right already, together with the one before it.
    if (this.underWay[0] !== round) return;
    if (failure === undefined) {
      this.underWay.shift();
      void this.failStop(round.flights, () => land(round.flights, this.reads));
    } else {
      this.holds += 1;
      await Promise.all(this.underWay.map((each) => each.failure));
      const rounds = this.underWay.splice(0);
      const flights = rounds.flatMap((each) => each.flights);
      await this.failStop(flights, () => this.repair.run(rounds));
      this.holds -= 1;
    }
    this.schedule();
  }

  /** A desk whose memory may no longer be what the database has must not go on: the next one reads it anew. */
  private failStop(
    flights: readonly Flight[],
    work: () => void | Promise<void>,
  ): void | Promise<void> {
    const stop = (error: unknown) => {
      for (const { desk, taken } of flights) desk.refuse(taken, new Fenced('', { cause: error }));
    };
    try {
      return work()?.catch(stop);
    } catch (error) {
      return stop(error);
    }
  }
}
