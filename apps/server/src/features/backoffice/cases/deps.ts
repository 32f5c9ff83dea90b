/** What the feature uses. */
import type { TimelineGroup, TimelineRow } from '@tern/protocol/operator';
import type { CaseReport } from '../../../kernel/cases/report.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';

export interface CasesDeps {
  database: Database;
  clock: Clock;
  reviews: Pick<Reviews, 'announce'>;
  settings: Pick<Settings, 'read'>;
  /** Write a report as the file of an authority. */
  reportFormats: Readonly<Record<'fincen' | 'goaml', (report: CaseReport) => string>>;
  /** The names in members' documents. */
  namesOf(
    reader: Reader,
    memberIds: readonly number[],
  ): Promise<ReadonlyMap<number, { name: string; isVerified: boolean }>>;
  /** Members whose bank account has the same holder and visible digits, with the bank. */
  sharingBankAccounts(
    reader: Reader,
    memberId: number,
  ): Promise<{ memberId: number; bank: string }[]>;
  /** A page of the timeline of a member's account; nothing is logged. */
  timelineOf(
    reader: Reader,
    given: {
      memberId: number;
      groups: readonly TimelineGroup[];
      hasAllActs: boolean;
      cursor: string;
      rows: number;
    },
  ): Promise<{ list: TimelineRow[]; next: string | null }>;
}
