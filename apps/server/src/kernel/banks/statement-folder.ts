/** The port to the folder into which a bank, or a person, puts files of statements. */
export interface StatementFolder {
  /** Whole files that were not read yet, by name, so that a bank's numbered statements follow each other. */
  waiting(): Promise<readonly string[]>;
  /** @throws StatementFault for a file that is too large */
  read(name: string): Promise<Uint8Array>;
  /** Puts the file away; with a fault, beside a file that says so. */
  putAway(name: string, fault: string | null): Promise<void>;
}
