/**
 * How long transactions of other logins have been open. PostgreSQL shows their begin only to those who may read all statistics;
 * that they are open, it shows to everyone: so it is noted when each was first seen.
 */
export class OpenTransactions {
  private seen: ReadonlyMap<string, number> = new Map();

  /**
   * Age of the oldest of those that are open at this time, by their ids; 0 without any. At most as old as the first look.
   * Units: milliseconds.
   */
  oldestOf(open: readonly string[], at: number): number {
    const { seen } = this;
    this.seen = new Map(open.map((id) => [id, seen.get(id) ?? at]));
    return Math.max(0, ...[...this.seen.values()].map((since) => at - since));
  }
}
