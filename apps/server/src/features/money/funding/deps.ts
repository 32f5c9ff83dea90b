/** Dependencies of funding; each use case names those that it needs. */
import type { OwnAccount, ReadStatements } from '../../../kernel/banks/bank-statement.ts';
import type { WritePayments } from '../../../kernel/banks/payment-file.ts';
import type { WatchedFolder } from '../../../kernel/files/watched-folder.ts';
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { Images } from '../../../kernel/images/images.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import type { Rails } from '../../../kernel/rails/rail.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { CallConfirmations } from '../../../kernel/second-factor/sensitive-call.ts';
import type { TermsRegistry } from '../../../kernel/terms/terms-registry.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { Random } from '../../../platform/random.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Auth } from '../../account/auth/index.ts';
import type { RateDeps } from '../../trading/swap/index.ts';

/** Undefined for a member without verified documents. */
export type VerifiedName = (reader: Reader, memberId: number) => Promise<string | undefined>;

export interface FundingDeps extends RateDeps {
  database: Database;
  random: Random;
  log: Log;
  bus: Bus;
  passwords: Passwords;
  confirmations: CallConfirmations;
  secretBox: SecretBox;
  assets: AssetRegistry;
  reviews: Reviews;
  rails: Rails;
  images: Images;
  /** For changes of the address book: the owner's password, and the alerts about them. */
  auth: Pick<Auth, 'attempts' | 'alerts'>;
  terms: TermsRegistry;
  /** The name in the member's documents, which bank money must be in. */
  verifiedName: VerifiedName;
  /** Whether the member's documents are valid and say where their money comes from. */
  hasProvenFunds(reader: Reader, memberId: number, now: number): Promise<boolean>;
  /** Whether members must be verified to deposit: true where money is real. */
  asksIdentity: boolean;
  mode: 'paper' | 'live';
  /** In live mode: where members send wires, by currency. */
  bankAccounts: ReadonlyMap<string, string>;
  /** The exchange's own account of a currency, as its bank names it in files. */
  ownAccountOf(currency: string): OwnAccount | undefined;
  readStatements: ReadStatements;
  writePayments: WritePayments;
  /** Whose name payments have. */
  operatorName: string;
  /** Into which a bank's files are put; undefined: none. */
  statementFolder: WatchedFolder | undefined;
}

export type Deps<Name extends keyof FundingDeps> = Pick<FundingDeps, Name>;
