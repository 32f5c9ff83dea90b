/** Dependencies of the feature: the invariants and read-only mode. */
import type { Invariant } from '../../kernel/invariants/invariant.ts';
import type { ReadOnly } from '../../kernel/invariants/read-only.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';

export interface OperationsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly readOnly: ReadOnly;
  readonly invariants: readonly Invariant[];
}
