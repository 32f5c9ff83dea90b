/** Dependencies of the feature: the invariants, read-only mode, and what is measured. */
import type { Invariant } from '../../../kernel/invariants/invariant.ts';
import type { ReadOnly } from '../../../kernel/invariants/read-only.ts';
import type { Leases } from '../../../kernel/leases/leases.ts';
import type { Rail } from '../../../kernel/rails/rail.ts';
import type { BackupState } from '../../../platform/backup/keep-backups.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { SourceState } from '../../market/pricing/index.ts';
import type { Gauges } from './measuring/sampler.ts';

export interface OperationsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly leases: Pick<Leases, 'instance' | 'measure' | 'held'>;
  readonly readOnly: ReadOnly;
  readonly invariants: readonly Invariant[];
  readonly measured: {
    readonly gauges: Gauges;
    readonly rails: readonly Rail[];
    sources(): readonly SourceState[];
    /** The market of an engine's lease; undefined for other leases. */
    marketOf(lease: string): string | undefined;
  };
  /** The folder of the server's data, whose disk is measured. */
  readonly dataDir?: string | undefined;
  /** What keeps the backups; absent: nothing here makes any. */
  readonly backups?: { state(): BackupState } | undefined;
}
