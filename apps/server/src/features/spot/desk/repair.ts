/** What becomes of rounds that failed: taken back or found to stand, and tried again desk by desk, then command by command. */
import { UnknownOutcome } from '../../../platform/database/database-errors.ts';
import type { Database, Lane } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { Fenced, isOutOfLine, isWorthRepeating, type SharedReads } from './batch.ts';
import {
  type Flight,
  type FlightDesk,
  land,
  planFlights,
  plannedOf,
  type Round,
  takeBack,
  type Waiting,
} from './flight.ts';
import { readFresh } from './fresh-reads.ts';
import { writeRound } from './write-round.ts';

const ATTEMPTS_MAX = 6;

interface RepairDeps {
  database: Database;
  lane: Lane;
  log: Log;
  reads: SharedReads;
}

export class Repair {
  private readonly deps: RepairDeps;

  constructor(deps: RepairDeps) {
    this.deps = deps;
  }

  /** All rounds that were under way, oldest first; their transactions have ended. */
  async run(rounds: readonly Round[]): Promise<void> {
    const { reads } = this.deps;
    const failures = await Promise.all(rounds.map((round) => round.failure));
    const fallen: { flight: Flight; error: unknown }[] = [];
    const standing: Flight[] = [];
    const found = await this.standingAmong(rounds.filter((_, at) => isUnknown(failures[at])));
    rounds.forEach(({ flights }, at) => {
      for (const flight of flights) {
        const failure = failures[at];
        if (failure === undefined || found.has(flight)) standing.push(flight);
        else fallen.push({ flight, error: failure.error });
      }
    });
    reads.balances.forget();
    const flights = fallen.map(({ flight }) => flight);
    takeBack(flights, reads);
    land(standing, reads);
    for (const { flight, error } of fallen) {
      const { desk, taken } = flight;
      if (error instanceof UnknownOutcome) desk.refuse(taken, error);
      else await this.carryOutAlone(desk, taken);
    }
  }

  /** Nobody can tell whether a transaction happened whose COMMIT was not answered, except the desks' own rows. */
  private async standingAmong(rounds: readonly Round[]): Promise<ReadonlySet<Flight>> {
    const desks = new Set(rounds.flatMap(({ flights }) => flights.map(({ desk }) => desk)));
    const standing = await Promise.all([...desks].map((desk) => desk.standing()));
    return new Set(standing.flatMap((flights) => [...flights]));
  }

  /** One member that cannot afford a command must not spoil the others': in the end each is tried alone. */
  private async carryOutAlone(desk: FlightDesk, taken: Waiting[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const error = await this.attempt(desk, taken);
      if (error === undefined) return;
      if (!isWorthRepeating(error)) {
        desk.refuse(taken, error);
        return;
      }
      if (attempt < ATTEMPTS_MAX) continue;
      if (taken.length === 1) desk.refuse(taken, error);
      else for (const each of taken) await this.carryOutAlone(desk, [each]);
      return;
    }
  }

  /** What went wrong, if anything. */
  private async attempt(desk: FlightDesk, taken: Waiting[]): Promise<unknown> {
    const { database, lane, reads } = this.deps;
    if (desk.isClosed) return new Refusal(5006);
    let flights: Flight[] = [];
    try {
      const load = [{ desk, taken }];
      flights = planFlights(load, await readFresh(database, load, reads));
      const planned = plannedOf(flights);
      await lane.transaction((tx) => writeRound(tx, planned));
      land(flights, reads);
      return undefined;
    } catch (error) {
      const isLost = error instanceof UnknownOutcome;
      const found = isLost ? await desk.standing() : new Set<Flight>();
      reads.balances.forget();
      takeBack(
        flights.filter((flight) => !found.has(flight)),
        reads,
      );
      land([...found], reads);
      if (found.size > 0) return undefined;
      return isOutOfLine(error) ? new Fenced('', { cause: error }) : error;
    }
  }
}

const isUnknown = (failure: { error: unknown } | undefined) =>
  failure?.error instanceof UnknownOutcome;
