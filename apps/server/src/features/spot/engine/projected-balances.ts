/** Members' available balances as they will be once every batch in flight has committed. Kept between batches. */
import { type Amount, add, negate, ZERO } from '@tern/money';

/** Members remembered at most. */
const MEMBERS_MAX = 50_000;

/**
 * A projection: other features move balances too. Too high, and the database refuses the batch; too low, and nobody is
 * refused before the balance was loaded again.
 */
export class ProjectedBalances {
  private readonly byMember = new Map<number, Map<string, Amount>>();
  /** Changes since `mark`. */
  private changes: { memberId: number; asset: string; amount: Amount }[] = [];

  knows(memberId: number): boolean {
    return this.byMember.has(memberId);
  }

  available(memberId: number, asset: string): Amount {
    return this.byMember.get(memberId)?.get(asset) ?? ZERO;
  }

  /** Members that are not known stay so. */
  change(memberId: number, asset: string, amount: Amount): void {
    if (!this.byMember.has(memberId)) return;
    this.changes.push({ memberId, asset, amount });
    this.apply(memberId, asset, amount);
  }

  /** From here changes can be rolled back. */
  mark(): void {
    this.changes = [];
  }

  rollBack(): void {
    for (const { memberId, asset, amount } of this.changes) {
      this.apply(memberId, asset, negate(amount));
    }
    this.changes = [];
  }

  /** Takes balances that were read while no batch was in flight. */
  load(
    memberIds: Iterable<number>,
    rows: readonly { ownerId: number; asset: string; available: Amount }[],
  ): void {
    if (this.byMember.size > MEMBERS_MAX) this.byMember.clear();
    for (const memberId of memberIds) this.byMember.set(memberId, new Map());
    for (const { ownerId, asset, available } of rows) {
      this.byMember.get(ownerId)?.set(asset, available);
    }
  }

  private apply(memberId: number, asset: string, amount: Amount): void {
    const balances = this.byMember.get(memberId);
    balances?.set(asset, add(balances.get(asset) ?? ZERO, amount));
  }

  /** A round failed: nothing is known any more. */
  forget(): void {
    this.byMember.clear();
    this.changes = [];
  }
}
